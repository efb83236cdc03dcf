"""One side of a comparison, key or response: its text, its mentions and their entities."""

from leaderboard.corpus.corpus import Bytes, Corpus, Groups, Ints, Part, Texts, renumbered, span_numbers

__all__ = ["Bytes", "Corpus", "Groups", "Ints", "Part", "Texts", "renumbered", "span_numbers"]
