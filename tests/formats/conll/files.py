"""Random CoNLL files, mostly well-formed: a grammar, and noise put over what it makes."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

Lines = list[str]

ids = st.sampled_from(["1", "2", "3", "10", "a", "é", "x" * 9, "y" * 64])
names = st.sampled_from(["(d); part 000", "(d); part 001", "(dd)", "(e);", "e; part 7", "( f g ); part 2"])
blanks = st.sampled_from(["", "", "", " ", "\t", "  "])
NOTHING = ["-", "-", "-", "-", "_", "*"]


@st.composite
def cells(draw: st.DrawFn, tokens: int) -> list[str]:
    """Brackets that close; they nest, cross and repeat, and stand with and without bars."""
    opened: list[list[str]] = [[] for _ in range(tokens)]
    closed: list[list[str]] = [[] for _ in range(tokens)]
    for _ in range(draw(st.integers(0, 5)) if tokens else 0):
        first, last = sorted(draw(st.tuples(*[st.integers(0, tokens - 1)] * 2)))
        name = draw(ids)
        if first == last:
            opened[first].append(f"({name})")
        else:
            opened[first].append(f"({name}")
            closed[last].append(f"{name})")
    between = draw(st.sampled_from(["|", "|", "|", ""]))
    found = []
    for opens, closes in zip(opened, closed, strict=True):
        # Without bars two brackets must not run into one another.
        joined = between.join(opens) + ("|" if opens and closes else "") + "|".join(closes)
        found.append(joined if draw(st.booleans()) else "|".join(opens + closes))
    return [cell or draw(st.sampled_from(NOTHING)) for cell in found]


@st.composite
def token_lines(draw: st.DrawFn, columns: int, separator: str) -> Lines:
    tokens = draw(st.integers(0, 6))
    lines = []
    for number, cell in enumerate(draw(cells(tokens))):
        fields = ["d", "0", str(number), f"w{number}", "NN", *["-"] * 9][: columns - 1]
        if separator == "\t" and cell == "-":
            cell = draw(st.sampled_from(["-", ""]))
        lines.append(separator.join([*fields, cell]))
        if draw(st.integers(0, 4)) == 0:
            lines.append(draw(blanks))
    return lines


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A file, with at most two kinds of noise."""
    columns = draw(st.integers(1, 9))
    separator = draw(st.sampled_from([" ", "  ", "\t"])) if columns > 1 else " "
    lines: Lines = []
    for name in draw(st.lists(names, min_size=1, max_size=3, unique=True)):
        lines += [f"#begin document {name}", *draw(token_lines(columns, separator)), "#end document"]
        lines += draw(st.lists(blanks, max_size=1))
    kinds = draw(st.lists(st.sampled_from(sorted(NOISE)), max_size=2)) if draw(st.booleans()) else []
    for kind in kinds:
        lines = draw(NOISE[kind](lines))
    ending = draw(st.sampled_from(["\n", "\n", "\n", "\r\n"]))
    data = (ending.join(lines) + draw(st.sampled_from([ending, ""]))).encode()
    data = draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf"])) + data
    return draw(noise_of_bytes(data)) if draw(st.integers(0, 5)) == 0 else data


def inserted(*texts: str) -> Callable[[Lines], st.SearchStrategy[Lines]]:
    """One of the texts somewhere within one of the lines."""

    @st.composite
    def noise(draw: st.DrawFn, lines: Lines) -> Lines:
        row = draw(st.integers(0, len(lines) - 1))
        line = lines[row]
        place = draw(st.one_of(st.just(len(line)), st.just(0), st.integers(0, len(line))))
        return [*lines[:row], line[:place] + draw(st.sampled_from(texts)) + line[place:], *lines[row + 1 :]]

    return noise


def added(*texts: str) -> Callable[[Lines], st.SearchStrategy[Lines]]:
    """One of the texts as a line somewhere."""

    @st.composite
    def noise(draw: st.DrawFn, lines: Lines) -> Lines:
        row = draw(st.integers(0, len(lines)))
        return [*lines[:row], draw(st.sampled_from(texts)), *lines[row:]]

    return noise


@st.composite
def removed(draw: st.DrawFn, lines: Lines) -> Lines:
    row = draw(st.integers(0, len(lines) - 1))
    return [*lines[:row], *lines[row + 1 :]] if len(lines) > 1 else lines


@st.composite
def noise_of_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    place = draw(st.integers(0, len(data)))
    return data[:place] + draw(st.binary(min_size=1, max_size=3)) + data[place + draw(st.integers(0, 2)) :]


NOISE = {
    "brackets": inserted(
        "(", ")", "|", "(1", "1)", "(1)", "|2)", "(1|", "()", "||", " (1 )", "(z" + "z" * 70 + ")"
    ),
    "blanks": inserted(" ", "\t", "  ", "\r", "\x0b", "\u00a0", "\u2028", "\x85", "\0", "\x1f", "\ufeff"),
    "headers": added(
        "#begin document (d); part 000",
        "#begin document (g); part x",
        "#begin document ()",
        "#begin documents (d)",
        "# begin document (h)",
        " #begin document (h)",
        "#end document (d)",
        "#end document",
        "\t#end document",
        "# comment",
        "# (1)",
        "#",
    ),
    "columns": added("-", "d -", "d\t-", "d 0 0 w -", "text", "#d\t0\t0\tw\t-", "#d 0 0 w NN (1)"),
    "missing": removed,
}
