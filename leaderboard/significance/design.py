"""How differences are tested, by the settings."""

from __future__ import annotations

from leaderboard.options import Settings
from leaderboard.significance.comparison import Design


def design(settings: Settings) -> Design:
    """The design that the settings ask for."""
    return Design(
        test=settings.test,
        trials=settings.trials,
        alpha=settings.alpha,
        adjust=settings.adjust,
        against=settings.against,
        draws=settings.draws,
        interval=settings.interval,
        seed=settings.seed,
    )


def design_fields(settings: Settings) -> dict[str, object]:
    """Everything that can change a verdict, as the fields of a signature."""
    return {
        "unit": settings.unit,
        "test": settings.test,
        "trials": settings.trials or "auto",
        "alpha": f"{settings.alpha:g}",
        "adjust": settings.adjust,
        "against": settings.against,
        "draws": settings.draws,
        "interval": settings.interval,
        "seed": settings.seed,
    }
