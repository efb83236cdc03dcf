"""How differences are tested, by the settings."""

from __future__ import annotations

from leaderboard.options import Options
from leaderboard.significance.comparison import Design


def design(options: Options) -> Design:
    """The design that the settings ask for."""
    return Design(
        test=options.test,
        trials=options.trials,
        alpha=options.alpha,
        adjust=options.adjust,
        against=options.against,
        draws=options.draws,
        interval=options.interval,
        seed=options.seed,
        margin=None if options.margin is None else options.margin / 100,
    )


def design_fields(options: Options) -> dict[str, object]:
    """Everything that can change a verdict, as the fields of a signature."""
    return {
        "unit": options.unit,
        "test": options.test,
        "trials": options.trials or "auto",
        "alpha": f"{options.alpha:g}",
        "adjust": options.adjust,
        "against": options.against,
        "draws": options.draws,
        "interval": options.interval,
        "seed": options.seed,
        "margin": None if options.margin is None else f"{options.margin:g}",
    }
