"""Every option: its name, kind, default and help, and how it is read."""

from leaderboard.options.keywords import (
    BootstrapOptions,
    CompareOptions,
    CompetitionOptions,
    DescribeOptions,
    ErrorOptions,
    ProbeOptions,
    RankOptions,
    ReadOptions,
    ScoreOptions,
    ScoringOptions,
    ValidateOptions,
)
from leaderboard.options.options import (
    SCORED,
    SHOWN,
    TESTED,
    Options,
    Presentation,
    each_setting,
    option_kinds,
    with_primary,
)
from leaderboard.options.values import (
    parse_option,
    read_options,
)

__all__ = [
    "SCORED",
    "SHOWN",
    "TESTED",
    "BootstrapOptions",
    "CompareOptions",
    "CompetitionOptions",
    "DescribeOptions",
    "ErrorOptions",
    "Options",
    "Presentation",
    "ProbeOptions",
    "RankOptions",
    "ReadOptions",
    "ScoreOptions",
    "ScoringOptions",
    "ValidateOptions",
    "each_setting",
    "option_kinds",
    "parse_option",
    "read_options",
    "with_primary",
]
