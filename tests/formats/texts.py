"""CoNLL texts made from their lines, and what is read from them, in a form that can be compared."""

from __future__ import annotations

from leaderboard.corpus import Corpus, Texts
from leaderboard.errors import InputError, Problem
from leaderboard.formats import Reading, read_corpus

Mention = tuple[str, int, int, int, int]


def conll(*lines: str, name: str = "(d); part 000") -> bytes:
    """One part; its first token line is line 2."""
    return "".join(f"{line}\n" for line in (f"#begin document {name}", *lines, "#end document")).encode()


def read(data: bytes, reading: Reading | None = None) -> Corpus:
    return read_corpus("f", data, reading or Reading()).corpus


def warnings(data: bytes, reading: Reading | None = None) -> list[str]:
    return [str(problem) for problem in read_corpus("f", data, reading or Reading()).repeats]


def problems(data: bytes, reading: Reading | None = None) -> tuple[Problem, ...]:
    try:
        read(data, reading)
    except InputError as error:
        return error.problems
    return ()


def mentions(corpus: Corpus) -> list[Mention]:
    """Part, start, end, entity and line of each mention."""
    columns = (corpus.part, corpus.start, corpus.end, corpus.entity, corpus.line)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [(str(corpus.parts[part]), start, end, entity, line) for part, start, end, entity, line in rows]


def spans(corpus: Corpus) -> list[list[tuple[int, int]]]:
    """The spans of each entity of a corpus of one part."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(corpus.entities)]
    for _, start, end, entity, _ in mentions(corpus):
        found[entity].append((start, end))
    return found


def words(texts: Texts | None) -> list[str] | None:
    return None if texts is None else [texts[index] for index in range(len(texts.ends))]
