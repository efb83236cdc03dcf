"""What was published, as differences between two systems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

# Claims of the abstract that no difference between two of these outputs decides, and why.
UNTESTABLE = {
    "The feature-based system is more consistent across corpora, and the neural system is hit-or-miss.": (
        "This is about the variation between three corpora, and three are too few for a test."
    ),
    "Several systems overfit on the structure of ECB+.": (
        "The archive has no outputs of systems that learned from ECB+ with another structure."
    ),
    "The importance of event actions, event time and other features varies between the corpora.": (
        "This is measured on models, not on outputs."
    ),
}


class Claim(NamedTuple):
    """A difference between two systems: what it says if the first is better, and if the second is."""

    first: str
    second: str
    about: str
    otherwise: str = ""


def claims(corpus: str, way: str) -> Iterator[Claim]:
    """What the scores of a corpus are compared for."""
    own, other = f"from_{corpus}", "from_gvc" if corpus == "ecbp" else "from_ecbp"
    if way == "corpus":
        for groups in ("with_gold", "with_kmeans"):
            yield Claim(f"ba2019_{groups}", groups, "the neural system is better (abstract)")
    yield Claim(own, "lemma", "better than the baseline")
    if way == "corpus":
        yield Claim(own, "lemma-delta", "better than the baseline")
        if corpus == "gvc":
            yield Claim(own, "lemma-time", "better than the baseline")
            yield Claim("lemma-time", "lemma-delta", "times help more than similar documents")
        yield Claim("lemma-delta", "lemma", "similar documents help the baseline")
    yield Claim("with_gold", own, "groups of documents from the key help")
    yield Claim("with_kmeans", own, "groups of documents by k-means help")
    for train in (other, "from_fcc"):
        yield Claim(own, train, "the same corpus is better for training")
    for train in (f"from_fcc_{corpus}", "from_gvc_ecbp", "from_gvc_ecbp_guns", "from_fcc_gvc_ecbp"):
        yield Claim(own, train, "further training corpora harm", "further training corpora help")


def first_run(system: str) -> str:
    """The first output of a system."""
    return f"{system}@0" if system.startswith(("from_", "with_")) else system
