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


def design_signature(settings: Settings) -> str:
    """Everything that can change a verdict, in one line."""
    fields = {
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
    return "|".join(f"{name}:{value}" for name, value in fields.items() if value is not None)
