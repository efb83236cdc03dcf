"""Every option: its name, kind, default and help, and how it is read."""

from leaderboard.options.keywords import (
    BootstrapOptions,
    CompareOptions,
    CompetitionOptions,
    RankOptions,
    ScoreOptions,
    ScoringOptions,
    SignificanceOptions,
    ValidateOptions,
)
from leaderboard.options.options import (
    SCORED,
    SHOWN,
    TESTED,
    Presentation,
    Settings,
    each_setting,
    option_kinds,
    with_primary,
)
from leaderboard.options.reading import (
    affirmed,
    parse_option,
    read_options,
    read_presentation,
    read_settings,
    suggestion,
)

__all__ = [
    "SCORED",
    "SHOWN",
    "TESTED",
    "BootstrapOptions",
    "CompareOptions",
    "CompetitionOptions",
    "Presentation",
    "RankOptions",
    "ScoreOptions",
    "ScoringOptions",
    "Settings",
    "SignificanceOptions",
    "ValidateOptions",
    "affirmed",
    "each_setting",
    "option_kinds",
    "parse_option",
    "read_options",
    "read_presentation",
    "read_settings",
    "suggestion",
    "with_primary",
]
