"""The design of the tests from the options."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from leaderboard.files import digest_of
from leaderboard.options import Options
from leaderboard.significance.design import Design


def design(options: Options, attempts: Mapping[str, int] = MappingProxyType({})) -> Design:
    """The design that the settings ask for; ``attempts`` has the number of each system."""
    return Design(
        test=options.test,
        trials=options.trials,
        alpha=options.alpha,
        adjust=options.adjust,
        against=options.against,
        draws=options.draws,
        interval=options.interval,
        seed=options.seed,
        unit=options.unit,
        margin=None if options.margin is None else options.margin / 100,
        attempts=_more_than_one(attempts),
    )


def _more_than_one(attempts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((system, count) for system, count in sorted(attempts.items()) if count > 1)


def design_fields(options: Options, attempts: Mapping[str, int] = MappingProxyType({})) -> dict[str, object]:
    """Everything that can change a verdict, as the fields of a signature."""
    stated = "\n".join(f"{system}: {count}" for system, count in _more_than_one(attempts))
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
        "attempts": digest_of(stated.encode())[:8] if stated else None,
    }
