"""What the fast and the slow reader of a format make of one file, put side by side."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import event

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError
from leaderboard.formats.reading import Parsed, settle


def diagnosed(parsed: Parsed) -> Parsed | InputError:
    """What the slow reader read, or what it refuses."""
    return InputError(parsed.faults.problems) if parsed.faults else parsed


def accepted_by_both(
    data: bytes, fast: Parsed | None, slow: Parsed | InputError, rare: Callable[[bytes], bool]
) -> tuple[Corpus, Corpus] | None:
    """The corpora of both; the fast one accepts what the slow one does, but for files that are ``rare``."""
    if isinstance(slow, InputError):
        event("refused")
        assert fast is None
        assert all(str(problem).isprintable() for problem in slow.problems)
        return None
    if fast is None:
        event("accepted by the slow reader")
        assert rare(data)
        return None
    event("accepted by both")
    (one, repeats), (other, repeats_of_other) = settle(fast), settle(slow)
    assert repeats == repeats_of_other
    return one, other
