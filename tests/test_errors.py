from __future__ import annotations

from leaderboard.errors import LONGEST_MESSAGE, MOST_PROBLEMS, Problem, bounded


def test_a_message_has_a_bound_whatever_it_quotes() -> None:
    long = "x" * (LONGEST_MESSAGE + 1)
    problem = Problem("f", 1, long, long)
    assert problem.what == problem.remedy == f"{'x' * LONGEST_MESSAGE}..."
    whole = "x" * LONGEST_MESSAGE
    assert str(Problem("f", 1, whole, whole)) == f"f:1: {whole}; {whole}"


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
