from __future__ import annotations

import pytest

from leaderboard.errors import (
    LONGEST_MESSAGE,
    MOST_PROBLEMS,
    InputError,
    NothingToDo,
    Problem,
    UsageError,
    bounded,
)
from leaderboard.text import one_line

HOSTILE = ("a\nb", "\x1b[31mred\r", "a\u202eb", "a\u2028b\x85c", "\udcff\x00")


def test_a_message_has_a_bound_whatever_it_quotes() -> None:
    long = "x" * (LONGEST_MESSAGE + 1)
    problem = Problem("f", 1, long, long)
    assert problem.what == problem.remedy == f"{'x' * LONGEST_MESSAGE}..."
    whole = "x" * LONGEST_MESSAGE
    assert str(Problem("f", 1, whole, whole)) == f"f:1: {whole}; {whole}"


@pytest.mark.parametrize("text", HOSTILE)
class TestWhatStrangersWrite:
    def test_a_problem_is_one_line(self, text: str) -> None:
        problem = Problem(text, 1, f"what {text}", f"remedy {text}")
        shown = one_line(text)
        assert str(problem) == f"{shown}:1: what {shown}; remedy {shown}"
        assert str(problem).isprintable()
        assert Problem(problem.file, 1, problem.what, problem.remedy) == problem

    @pytest.mark.parametrize("kind", [UsageError, NothingToDo])
    def test_so_is_an_error(self, kind: type[UsageError], text: str) -> None:
        assert str(kind(f"{text}: no such folder")) == f"{one_line(text)}: no such folder"
        problem = Problem(text, 0, "what", "remedy")
        assert str(InputError([problem, problem])) == f"{one_line(text)}: what; remedy (and 1 more)"

    def test_spelled_out_it_has_the_same_bound(self, text: str) -> None:
        assert Problem("f", 1, text * LONGEST_MESSAGE, "").what == (
            f"{(one_line(text) * LONGEST_MESSAGE)[:LONGEST_MESSAGE]}..."
        )


class TestBounded:
    def test_few_stay_as_they_are(self) -> None:
        few = [Problem(file, line, "what", "remedy") for line in range(3) for file in "ab"]
        assert list(bounded(few)) == sorted(few, key=lambda one: one.file)
        assert list(bounded([])) == []

    def test_of_many_about_one_file_the_others_are_counted(self) -> None:
        many = [Problem("a", line, "what", "remedy") for line in range(1, MOST_PROBLEMS + 3)]
        *shown, last = bounded([*many, Problem("b", 1, "what", "remedy")])
        assert shown[:-1] == many[:MOST_PROBLEMS]
        assert str(shown[-1]).startswith(f"a:{MOST_PROBLEMS + 1}: 2 more warnings about this file; ")
        assert (shown[-1].count, last.file) == (2, "b")
        assert list(bounded(shown)) == shown
        one_more = list(bounded(many[: MOST_PROBLEMS + 1]))[-1]
        assert one_more.what == "1 more warning about this file"


@pytest.mark.parametrize(
    ("typed", "in_python"),
    [
        ("--ends is 'x'; choose among a, b", "ends is 'x'; choose among a, b"),
        ("use --no-check-words", "use check_words=False"),
        ("add --separate-runs to compare them", "add separate_runs=True to compare them"),
        ("or state --ends exclusive", "or state ends='exclusive'"),
        ("use --da-weights PN=.6,NP=.3", "use da_weights='PN=.6,NP=.3'"),
        ("state --ends inclusive|exclusive", "state ends='inclusive|exclusive'"),
        ("give it with --key PATH", "give it with key=PATH"),
        ("leave --write out", "leave write out"),
        ("use --adjust bh --trials 10, or set", "use adjust='bh' trials=10, or set"),
        ("--bands len=5,8: give numbers", "bands='len=5,8': give numbers"),
        ("--rename TOPIC=cluster: no", "rename='TOPIC=cluster': no"),
        ("use --alpha 0.05.", "use alpha=0.05."),
        ("add --by NAME, or leave --keep out", "add by=NAME, or leave keep out"),
        ("cannot be used with --across topic, whose", "cannot be used with across='topic', whose"),
        ("see --missing-dataset", "see missing_dataset"),
        ("a - b -- c", "a - b -- c"),
        ("run--seed-1.conll: no such file", "run--seed-1.conll: no such file"),
        ("the table (--documents)", "the table (documents)"),
        ("fill it with `leaderboard score --save x`", "fill it with `leaderboard score --save x`"),
        ("--kind would show it; leave --kind out", "kind would show it; leave kind out"),
    ],
)
def test_python_names_arguments(typed: str, in_python: str) -> None:
    error = UsageError(typed)
    assert (error.typed, str(error)) == (typed, in_python)
    assert isinstance(error, ValueError)
