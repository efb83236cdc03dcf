"""The example of Trouilleux et al. (2000), figures 1 to 3, and a made-up walkthrough of their Table 1.

The article behind Table 1 is not public: the made-up key has the totals that the paper gives, 15
entities of 147 mentions, with 50 pronouns in 5 entities.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leaderboard.matching import match_exactly
from leaderboard.overlap import Overlap, overlap
from tests.support.columns import corpus, texts

Names = Sequence[Sequence[str]]
TAGS = {"PN": "NNP", "NP": "NN", "PRO": "PRP"}


class Case(NamedTuple):
    """Sums of DA (correct, possible, actual, incorrect, spurious, missing) and of XC-MR."""

    words: Sequence[str]
    classes: dict[str, str]
    key: Names
    response: Names
    da: tuple[int, ...]
    xcmr: tuple[int, ...]

    def overlap(self, tagged: bool = True) -> Overlap:
        """Each word a token, each name a mention of one token."""
        tags = texts(*(TAGS[self.classes[word]] for word in self.words)) if tagged else None
        sides = (
            corpus(
                [[(self.words.index(name),) * 2 for name in entity] for entity in side],
                tokens=len(self.words),
                tags=tags,
            )
            for side in (self.key, self.response)
        )
        return overlap(match_exactly(*sides))


EXAMPLE_WORDS = ("Mandela", "Clinton", "his", "African Americans", "slavery", "he", "Africans", "it")
EXAMPLE = Case(
    EXAMPLE_WORDS,
    {
        "Mandela": "PN",
        "Clinton": "PN",
        "his": "PRO",
        "African Americans": "PN",
        "slavery": "NP",
        "he": "PRO",
        "Africans": "PN",
        "it": "PRO",
    },
    [["Clinton", "his", "he"], ["slavery", "it"]],
    [["Mandela", "his", "he"], ["African Americans", "Africans"]],
    (0, 3, 3, 2, 1, 1),
    (2, 5, 4, 5),
)

SIZES = (45, 36, 4, 17, 17, 2, 2, 3, 2, 2, 2, 5, 4, 3, 3)
PRONOUNS = (23, 17, 1, 7, 2, *(0,) * 10)
NAMES = (1, 19, *(1,) * 13)


def _walkthrough() -> tuple[dict[str, str], Names]:
    classes, key = {}, []
    for number, (size, pronouns, names) in enumerate(zip(SIZES, PRONOUNS, NAMES, strict=True)):
        mentions = [f"{number:02d}.{place:02d}" for place in range(size)]
        kinds = ["PN"] * names + ["NP"] * (size - names - pronouns) + ["PRO"] * pronouns
        classes.update(zip(mentions, kinds, strict=True))
        key.append(mentions)
    return classes, key


CLASSES, KEY = _walkthrough()
NO_PRONOUNS = [[name for name in entity if CLASSES[name] != "PRO"] for entity in KEY]
PRONOUN = [name for name, kind in CLASSES.items() if kind == "PRO"]
SITUATIONS = {
    "147 singletons": ([[name] for name in CLASSES], (0, 132, 0, 0, 0, 132), (15, 147, 147, 147)),
    "one entity of all": ([list(CLASSES)], (35, 132, 146, 97, 14, 0), (45, 147, 45, 147)),
    "all pronouns in one entity": (
        [*NO_PRONOUNS, PRONOUN],
        (82, 132, 131, 49, 0, 1),
        (98, 147, 120, 147),
    ),
    "pronouns alone": (
        [*NO_PRONOUNS, *([name] for name in PRONOUN)],
        (82, 132, 82, 0, 0, 50),
        (97, 147, 147, 147),
    ),
}
CASES = {"the example": EXAMPLE} | {
    name: Case(list(CLASSES), CLASSES, KEY, response, da, xcmr)
    for name, (response, da, xcmr) in SITUATIONS.items()
}
