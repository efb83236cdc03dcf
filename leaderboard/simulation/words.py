"""Made-up words: every part of speech has its own vocabulary, built from syllables."""

from __future__ import annotations

from functools import cache

_ONSETS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "kl", "tr", "st")
_SYLLABLES = [onset + vowel for vowel in "aeiou" for onset in _ONSETS]
_STEP, _OFFSET = 37, 11  # shuffle the syllables: the step shares no factor with their number
_PUNCTUATION = {".": ".", ",": ",", "POS": "'i"}
_VOCABULARY = {
    "PRP": 9, "PRP$": 6, "DT": 5, "IN": 18, "TO": 1, "CC": 3, "MD": 6, "WDT": 3, "UH": 9, "CD": 30, "RB": 150,
    "JJ": 600, "NN": 2500, "NNS": 1500, "NNP": 2000, "VB": 400, "VBD": 600, "VBZ": 400, "VBN": 300,
}  # fmt: skip


@cache
def vocabulary(tag: str) -> list[str]:
    """The words of a part of speech; no word has two."""
    if tag in _PUNCTUATION:
        return [_PUNCTUATION[tag]]
    tags = list(_VOCABULARY)
    first = sum(_VOCABULARY[before] for before in tags[: tags.index(tag)])
    words = [_word(number) for number in range(first, first + _VOCABULARY[tag])]
    return [word.capitalize() for word in words] if tag == "NNP" else words


def _word(number: int) -> str:
    """The number in the base of the syllables, least digit first so that neighbours look unlike."""
    number += len(_SYLLABLES)
    word = ""
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        word += _SYLLABLES[(digit * _STEP + _OFFSET) % len(_SYLLABLES)]
    return word
