"""An invented language: sentences with real part-of-speech tags and brackets, and invented words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Draws:
    """A stream of random numbers, named by integers such as a seed, a system and a part.

    They are the same on every machine: integers of PCG64, and exact arithmetic.
    """

    def __init__(self, *name: int) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(name))

    def below(self, bound: int, count: int) -> Integers:
        """Integers from 0 to bound - 1."""
        return (self._bits.random_raw(count) % np.uint64(bound)).astype(np.int64)

    def low(self, bound: int, count: int) -> Integers:
        """Integers from 0 to bound - 1, small ones more often."""
        return self.below(bound, count) * self.below(bound, count) // bound

    def chance(self, rate: float | NDArray[np.float64], count: int) -> Flags:
        """Flags that are up with probability ``rate``; a higher rate only adds flags."""
        fractions = (self._bits.random_raw(count) >> np.uint64(11)) * 2.0**-53
        return fractions < rate

    def order(self, count: int) -> Integers:
        """A permutation of 0 to count - 1."""
        return np.argsort(self.below(2**62, count), kind="stable")


NAME, NOUN, PRONOUN = range(3)
_CLASSES = {"NNP": NAME, "NN": NOUN, "NNS": NOUN, "CD": NOUN, "PRP": PRONOUN, "PRP$": PRONOUN}

_PRONOUNS = ["(NP PRP)"] * 8
_NAMES = ["(NP NNP)"] * 4 + ["(NP NNP NNP)"] * 3 + ["(NP DT NNP NNP)", "(NP NNP NNP NNP)"]
_NOUNS = (
    ["(NP DT NN)"] * 4 + ["(NP DT JJ NN)"] * 3 + ["(NP NNS)", "(NP JJ NNS)", "(NP DT NN NN)", "(NP CD NNS)"]
)
_NESTED = [
    "(NP PRP$ NN)",
    "(NP PRP$ NN)",
    "(NP PRP$ JJ NNS)",
    "(NP (NP NNP POS) NN)",
    "(NP (NP DT NN POS) JJ NN)",
    "(NP (NP DT NN) (PP IN (NP DT NN)))",
    "(NP (NP NNS) (PP IN (NP NNP)))",
    "(NP (NP DT JJ NN) (PP IN (NP (NP NNP NNP POS) NN)))",
    "(NP (NP NNP NNP) , (NP DT NN) ,)",
    "(NP (NP DT NN) (SBAR (WHNP WDT) (S (VP VBD (NP NNP)))))",
    "(NP (NP PRP) CC (NP NNP))",
]
_PHRASES = _PRONOUNS + _NAMES + _NOUNS + _NESTED
_SENTENCES = [
    "(TOP (S _ (VP VBD _) .))",
    "(TOP (S _ (VP VBD _ (PP IN _)) .))",
    "(TOP (S (PP IN _) , _ (VP VBZ _) .))",
    "(TOP (S _ (VP VBD (SBAR IN (S _ (VP MD (VP VB _))))) .))",
    "(TOP (S (S _ (VP VBD _)) , CC (S _ (VP VBD (PP IN _))) .))",
    "(TOP (S _ (ADVP RB) (VP VBZ (ADJP JJ (PP IN _))) .))",
    "(TOP (S (SBAR IN (S _ (VP VBD _))) , _ (VP VBD (S (VP TO (VP VB _)))) .))",
    "(TOP (S _ (VP VBZ (VP VBN (PP IN _) (PP IN _) (ADVP RB))) .))",
    "(TOP (FRAG (INTJ UH) , RB .))",
]
_NAME_TYPES = ("PERSON", "ORG", "GPE")
_LIBRARY = 600


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tags, parse bits and names by token; noun phrases as (start, end, head, class), ends inside.

    ``misread`` gives for each noun phrase a span with one token too few, or itself. No two spans of
    a sentence cross and none occurs twice, so any choice of them can be written as brackets.
    """

    tags: list[str]
    bits: list[str]
    names: list[str]
    spans: list[tuple[int, int, int, int]]
    misread: list[tuple[int, int]]


@cache
def sentences() -> list[Sentence]:
    """All sentences of the language, always the same."""
    return [_sentence(number) for number in range(_LIBRARY)]


def _sentence(number: int) -> Sentence:
    frame = _SENTENCES[number % len(_SENTENCES)]
    choices = Draws(number).below(len(_PHRASES), frame.count("_"))
    for choice in choices:
        frame = frame.replace("_", _PHRASES[choice], 1)
    tags, bits, spans = _read_tree(frame)
    names = _name_column(tags, _NAME_TYPES[number % len(_NAME_TYPES)])
    headed = [(start, end, *_head(tags, start, end)) for start, end in spans]
    return Sentence(tags, bits, names, headed, _misread(spans))


def _read_tree(tree: str) -> tuple[list[str], list[str], list[tuple[int, int]]]:
    tags: list[str] = []
    bits: list[str] = []
    spans: list[tuple[int, int]] = []
    nodes: list[tuple[str, int]] = []
    pending = ""
    for symbol in tree.replace(")", " )").split():
        if symbol.startswith("("):
            pending += symbol
            nodes.append((symbol[1:], len(tags)))
        elif symbol == ")":
            label, start = nodes.pop()
            bits[-1] += ")"
            if label == "NP":
                spans.append((start, len(tags) - 1))
        else:
            bits.append(pending + "*")
            pending = ""
            if symbol == "PRP$":
                spans.append((len(tags), len(tags)))
            tags.append(symbol)
    return tags, bits, sorted(spans)


def _head(tags: list[str], start: int, end: int) -> tuple[int, int]:
    """The last nominal before a preposition, comma or relative pronoun, and its class."""
    head = end
    for token in range(start, end + 1):
        if tags[token] in ("IN", ",", "WDT"):
            break
        head = token if tags[token] in _CLASSES else head
    return head, _CLASSES[tags[head]]


def _name_column(tags: list[str], kind: str) -> list[str]:
    """Bracketed named entities: every run of proper nouns is one."""
    column = []
    for before, tag, after in zip(["", *tags], tags, [*tags[1:], ""], strict=False):
        opening = f"({kind}" if tag == "NNP" and before != "NNP" else ""
        closing = ")" if tag == "NNP" and after != "NNP" else ""
        column.append(f"{opening}{'' if opening and closing else '*'}{closing}")
    return column


def _misread(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    taken = list(spans)
    misread = []
    for start, end in spans:
        shorter = [(start + 1, end), (start, end - 1)] if end > start else []
        fits = [span for span in shorter if not any(_clash(span, other) for other in taken)]
        misread.append(fits[0] if fits else (start, end))
        taken.append(misread[-1])
    return misread


def _clash(span: tuple[int, int], other: tuple[int, int]) -> bool:
    (first, last), (start, end) = sorted((span, other))
    return span == other or first < start <= last < end


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
