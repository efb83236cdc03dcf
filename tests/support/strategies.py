"""Random small corpora, as (key entities, response entities) of each part.

They nest, cross, leave sides and documents empty, and have singletons and mentions of one side only.
No mention occurs twice on one side, and no two spans of one entity cross, so that the CoNLL text of a
corpus reads back as the corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from tests.support import plain_conll
from tests.support.plain_conll import Entity, Part, Span

TOKENS = 8
ABSENT = -1

spans: st.SearchStrategy[Span] = st.tuples(
    st.integers(0, TOKENS - 1), st.one_of(st.just(0), st.integers(0, TOKENS - 1))
).map(lambda pair: (pair[0], min(sum(pair), TOKENS - 1)))
labels = st.integers(ABSENT, 4)


def grouped(labelled: Sequence[tuple[Span, int]]) -> list[Entity]:
    """The entities that the labels make, without spans that cross another of the same label."""
    by_label: dict[int, list[Span]] = {}
    for span, label in labelled:
        if label != ABSENT:
            by_label.setdefault(label, []).append(span)
    return [plain_conll.uncrossed(entity) for entity in by_label.values()]


@st.composite
def parts(draw: st.DrawFn) -> Part:
    """A part whose response repeats the key's labels where it does not err."""
    mentions = draw(st.lists(spans, unique=True, max_size=12))
    key = [draw(labels) for _ in mentions]
    response = [draw(st.one_of(st.just(label), labels)) for label in key]
    return (
        grouped(list(zip(mentions, key, strict=True))),
        grouped(list(zip(mentions, response, strict=True))),
    )


@st.composite
def same_mentions(draw: st.DrawFn) -> Part:
    """A part whose two sides have the same mentions, as spans of one token."""
    mentions = [(token, token) for token in range(draw(st.integers(0, TOKENS)))]
    sides = []
    for _ in range(2):
        sides.append(grouped([(mention, draw(st.integers(0, 4))) for mention in mentions]))
    return sides[0], sides[1]


@st.composite
def tangled(draw: st.DrawFn) -> Part:
    """A part whose up to eight entities a side overlap at will, mostly in one component."""
    mentions, label = draw(st.integers(0, 60)), st.integers(0, draw(st.integers(1, 7)))
    both = draw(st.lists(st.tuples(label, label), min_size=mentions, max_size=mentions))
    key, response = (
        grouped([((token, token), pair[which]) for token, pair in enumerate(both)]) for which in (0, 1)
    )
    return key, response


corpora: st.SearchStrategy[list[Part]] = st.lists(parts(), min_size=1, max_size=4)
corpora_of_same_mentions: st.SearchStrategy[list[Part]] = st.lists(same_mentions(), min_size=1, max_size=3)
weights: st.SearchStrategy[Fraction] = st.integers(0, 8).map(lambda eighths: Fraction(eighths, 8))


def texts(corpus: Sequence[Part]) -> tuple[str, str]:
    """Key and response of a corpus as CoNLL text."""
    return plain_conll.write_pair(corpus)
