"""``leaderboard rank`` and ``compare`` say the result first, in few lines, at any width."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from leaderboard.verbs.simulate import simulate
from tests.support import small_task
from tests.support.made_task import made_task, without
from tests.support.running import Run, Typed
from tests.support.small_task import BROKEN, FAIR, KEY

pytestmark = pytest.mark.untraced

EXAMPLE = Path(__file__).parents[2] / "submissions"
FEW = ("--metric", "muc", "--metric", "conll", "--draws", "100", "--trials", "500")
TITLE = "A synthetic shared task: 9 systems, 40 documents, CoNLL F1"
SENTENCE = (
    "No clear winner: balanced (= copy), close, precise and splitter cannot be told apart. "
    "Highest score: balanced (= copy), 77.32. "
    "Lead: +0.31 over close (untestable), "
    "+5.31 over precise (joint 95 % interval -2.99 to 13.62, adjusted p = 0.1626)."
)


@pytest.fixture(autouse=True)
def folder(here: Path) -> Path:
    """An empty folder, so that the report has a short path."""
    return here


def paragraphs(run: Run) -> list[str]:
    """What stands between empty lines, each on one line."""
    return [" ".join(paragraph.split()) for paragraph in run.out.split("\n\n")]


def table(run: Run) -> list[list[str]]:
    """The cells of the rows of a ranking, below its head; the first is a number or empty."""
    return [re.split(r" {2,}", line) for line in run.out.split("\n\n")[2].splitlines()[2:]]


def of_example(*names: str) -> list[str]:
    return [str(EXAMPLE / f"{name}.conll") for name in names]


class TestRank:
    @pytest.mark.parametrize(("width", "lines"), [(80, 24), (60, 30)])
    def test_the_example_fits_a_terminal(
        self, typed: Typed, monkeypatch: pytest.MonkeyPatch, width: int, lines: int
    ) -> None:
        monkeypatch.setenv("COLUMNS", str(width))
        run = typed("rank", str(EXAMPLE))
        assert run.code == 0
        assert len(run.out.splitlines()) <= lines
        assert [line for line in run.out.splitlines() if len(line) > width] == []
        title, sentence, _, notes, last = paragraphs(run)
        assert (title, sentence) == (TITLE, SENTENCE)
        assert notes.startswith("Rank: ranks still possible; ")
        assert last == "9 systems ranked, none rejected. Report: reports/leaderboard.html."

    def test_copies_are_one_row_and_one_warning(self, typed: Typed) -> None:
        run = typed("rank", str(made_task()), *FEW)
        first, second, *_ = table(run)
        assert (first[:2], second[:2]) == (["1", "balanced = copy"], ["3", "close"])
        assert run.err.count("warning: ") == run.err.count("the same mentions and entities as") == 1

    def test_groups_of_copies_are_one_warning(self, typed: Typed) -> None:
        small_task.write(Path("submissions"), key=KEY, a=FAIR, b=FAIR, c=KEY, d=KEY)
        run = typed("rank", *FEW)
        assert [row[:2] for row in table(run)] == [["1", "c = d"], ["3", "a = b"]]
        [warning] = (line for line in run.err.splitlines() if "submitted twice" in line)
        assert "2 groups of identical outputs (a and b; c and d); " in warning

    def test_of_many_systems_the_first_fifteen_and_the_last_are_shown(self, typed: Typed) -> None:
        simulate(Path("task"), documents=3, systems=30)
        run = typed("rank", "task", *FEW)
        rows = table(run)
        more = re.fullmatch(r"(\d+) more: --columns all, or the report", rows.pop()[0])
        assert more is not None
        assert len(rows) == 15 + 1 + 1
        assert [cell for cell in rows[15] if cell] == ["…"]
        for words in (("--columns", "all"), ("--verbose",)):
            whole = typed("rank", "task", *FEW, *words).out
            assert "more: --columns all" not in whole
            assert "\n…" not in whole
            names = {path.stem for path in Path("task").glob("*.conll")} - {"key"}
            assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", whole)] == []
        every = table(typed("rank", "task", *FEW, "--columns", "all"))
        assert len(every) == 15 + int(more[1]) + 1

    def test_twenty_rows_are_all_shown(self, typed: Typed) -> None:
        simulate(Path("task"), documents=3, systems=20)
        run = typed("rank", "task", *FEW)
        assert "…" not in {cell for row in table(run) for cell in row}
        assert "more: --columns all" not in run.out

    def test_an_excluded_system_is_a_row_without_number_and_in_the_sentence(
        self, typed: Typed, tmp_path: Path
    ) -> None:
        task = without(tmp_path / "task", "eager", "set2")
        run = typed("rank", str(task), "--missing-dataset", "exclude", *FEW)
        assert run.code == 0
        *ranked, excluded = table(run)
        assert all(row[0].isdigit() for row in ranked)
        number, name, score, interval, rank, better, *_ = excluded
        assert (number, name, interval, rank, better) == ("", "eager", "–", "–", "–")
        assert re.fullmatch(r"\d\d\.\d\d \(2 of 3\)", score)
        title, sentence, *_, last = paragraphs(run)
        assert ": 4 systems, " in title
        assert sentence.endswith(" 1 system is excluded (datasets are missing): eager.")
        assert last.startswith("4 systems ranked, 1 excluded, none rejected.")

    def test_a_rejected_system_is_in_the_sentence_and_no_row(self, typed: Typed, tmp_path: Path) -> None:
        shutil.copytree(made_task(), tmp_path / "task")
        (tmp_path / "task" / "unfinished.conll").write_text(BROKEN)
        run = typed("rank", "task", *FEW)
        assert run.code == 3
        assert paragraphs(run)[1].endswith(" 1 submission is rejected: unfinished.")
        assert "unfinished" not in [row[1] for row in table(run)]

    def test_the_text_is_a_paragraph_with_the_answer_and_the_signature(self, typed: Typed) -> None:
        run = typed("rank", str(EXAMPLE), "--format", "text")
        text, signature = paragraphs(run)
        assert text.count(SENTENCE.partition(". ")[0]) == 1
        assert text.startswith("9 systems were ranked by CoNLL F1 on 40 documents. ")
        assert "Of 28 pairs of different systems, 16 differ significantly, 11 do not and 1 could not" in text
        assert re.fullmatch(r"Signature: leaderboard:\S+\|trials:auto\|\S+", signature)
        assert max(map(len, run.out.rpartition("\n\n")[0].splitlines())) <= 80
        report = Path("reports/leaderboard.md").read_text(encoding="utf-8")
        assert text in report.replace("\\", "")

    def test_a_text_has_no_columns(self, typed: Typed) -> None:
        refused = typed("rank", str(made_task()), *FEW, "--format", "text", "--columns", "rank")
        assert (refused.code, refused.out) == (2, "")
        assert "a text, which has no columns" in refused.err


FIRST_LINES = {
    ("balanced", "precise"): (
        "balanced is better than precise: +5.31 CoNLL points, "
        "95 % interval 0.38 to 10.25, p = 0.0271 (significant)."
    ),
    ("precise", "balanced"): (
        "precise is worse than balanced: -5.31 CoNLL points, "
        "95 % interval -10.25 to -0.38, p = 0.0271 (significant)."
    ),
    ("precise", "splitter"): (
        "No significant difference between precise and splitter: +0.18 CoNLL points, "
        "95 % interval -4.77 to 5.14, p = 0.9388."
    ),
    ("precise", "splitter", "--margin", "8"): (
        "precise and splitter are equivalent within 8 points: +0.18 CoNLL points, "
        "95 % interval -4.77 to 5.14, p = 0.0016 (equivalence)."
    ),
    ("balanced", "close"): (
        "balanced and close cannot be tested: they differ on 4 of 40 documents, "
        "and at least 6 are needed; +0.31 CoNLL points."
    ),
    ("balanced", "copy"): "balanced and copy are identical by CoNLL on all 40 documents.",
}


class TestCompare:
    @pytest.mark.parametrize("words", FIRST_LINES, ids=" ".join)
    def test_the_first_line_has_the_verdict(self, typed: Typed, words: tuple[str, ...]) -> None:
        run = typed("compare", *of_example(*words[:2]), *words[2:], "--metric", "conll")
        assert run.code == 0
        assert run.out.splitlines()[:2] == [FIRST_LINES[words], ""]

    @pytest.mark.parametrize("width", [60, 80])
    def test_a_pair_fits_a_terminal(self, typed: Typed, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
        monkeypatch.setenv("COLUMNS", str(width))
        first, *lines = typed("compare", *of_example("balanced", "precise")).out.splitlines()
        assert first == FIRST_LINES["balanced", "precise"]
        assert max(map(len, lines)) <= width
        assert len(lines) < 44 or width < 80
        [head] = (line for line in lines if line.startswith("Metric "))
        assert [name for name in ("Difference", "95 %", " p ") if name not in head] == []
        [row] = (line for line in lines if re.match(r"CoNLL +[\d+]", line))
        assert [text for text in ("+5.31", "[0.38, 10.25]", "0.0271") if text not in row] == []
        assert ("77.32" in row) == (width == 80)

    def test_documents_and_errors_are_those_with_the_largest_effect(
        self, typed: Typed, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        pair = of_example("balanced", "precise")
        run = typed("compare", *pair)
        _, documents, errors = (
            [line.split() for line in part.partition("\n-")[2].splitlines()[1:]]
            for part in run.out.split("\n\n")
            if "\n---" in f"\n{part}"
        )
        assert [row[0] for row in documents] == ["balanced"] * 3 + ["precise"] * 3
        for side in (documents[:3], documents[3:]):
            effects = [abs(float(row[-1])) for row in side]
            assert effects == sorted(effects, reverse=True)
        differences = [abs(float(row[4])) for row in errors]
        assert len(differences) == 6
        assert differences == sorted(differences, reverse=True)
        assert "\nHidden: 14 documents and 1 kind of error, and all notes (--verbose).\n" in run.out
        whole = typed("compare", *pair, "--verbose").out
        assert len(re.findall(r"^(?:balanced|precise) +\w\w/", whole, re.MULTILINE)) == 6 + 14

    def test_of_three_systems_the_pairs_that_differ_are_counted(self, typed: Typed) -> None:
        lines = typed("compare", *of_example("balanced", "precise", "merger")).out.splitlines()
        assert lines[0] == "2 of 3 pairs differ significantly by CoNLL."
        begins = (
            "balanced is better than precise: +5.31 CoNLL points, ",
            "balanced is better than merger: +8.30 CoNLL points, ",
            "No significant difference between precise and merger: +2.98 CoNLL points, ",
        )
        for line, begin in zip(lines[1:4], begins, strict=True):
            assert line.startswith(begin)
        assert lines[4] == ""

    def test_of_more_pairs_only_their_number_is_said(self, typed: Typed) -> None:
        names = ("balanced", "precise", "merger", "careless")
        lines = typed("compare", *of_example(*names), "--metric", "conll").out.splitlines()
        assert re.fullmatch(r"\d of 6 pairs differ significantly by CoNLL\.", lines[0])
        assert lines[1] == ""
