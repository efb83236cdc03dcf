"""``leaderboard compare`` as it is typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import leaderboard
from tests.support import small_task
from tests.support.made_task import made_runs, made_task
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR, right=KEY, broken=BROKEN)


def test_the_key_is_found_beside_the_responses(typed: Typed) -> None:
    run = typed("compare", "right.conll", "fair.conll")
    assert run.code == 0
    assert run.out.startswith("right and fair cannot be tested: they differ on 2 of 2 documents, ")
    assert "\nF1 in per cent; differences are right minus fair\n" in run.out
    assert "untestable" in run.out
    assert "Test:" not in run.out


def test_three_systems_are_named_in_every_row(typed: Typed) -> None:
    folder = made_task()
    names = [str(folder / f"{name}.conll") for name in ("balanced", "copy", "careless")]
    run = typed("compare", *names, "--metric", "muc")
    assert run.out.splitlines()[1] == "balanced and copy are identical by MUC on all 12 documents."
    assert "\n3 systems, F1 in per cent\n" in run.out
    assert "balanced  copy" in run.out
    assert "identical" in run.out


@pytest.mark.parametrize(("second", "code"), [("copy", 10), ("careless", 0)])
def test_the_exit_code_says_whether_they_differ(typed: Typed, second: str, code: int) -> None:
    folder = made_task()
    pair = (str(folder / "balanced.conll"), str(folder / f"{second}.conll"))
    assert typed("compare", *pair, "--metric", "conll", "--exit-code").code == code
    assert typed("compare", *pair, "--metric", "conll").code == 0


def test_a_rejected_response_is_named_and_the_rest_compared(typed: Typed) -> None:
    run = typed("compare", "right.conll", "broken.conll", "fair.conll")
    assert run.code == 3
    assert "broken.conll:2:" in run.err


@pytest.mark.parametrize("form", ["table", "markdown", "html"])
def test_every_form_names_the_documents_behind_the_difference(typed: Typed, form: str) -> None:
    run = typed("compare", "right.conll", "fair.conll", "--format", form, "--quiet")
    assert run.code == 0
    assert "right is ahead on 2, level on 0, behind on 0" in run.out


def test_latex_is_one_table(typed: Typed) -> None:
    """Without the documents and errors behind the difference, and without what only a shell reads."""
    out = typed("compare", "right.conll", "fair.conll", "--errors", "--format", "latex").out
    assert out.count(r"\begin{table") == out.count(r"\caption{") == out.count(r"\bottomrule") == 1
    assert "+40.12" in out
    for text in ("is ahead on", "What each kind", "went wrong", "leaderboard read", "-{}-"):
        assert text not in out


@pytest.mark.parametrize("baseline", ["balanced", "careless"])
def test_scores_stand_under_their_own_systems(typed: Typed, baseline: str) -> None:
    folder = made_task()
    pair = [str(folder / f"{name}.conll") for name in ("balanced", "careless")]
    lines = typed("compare", *pair, "--metric", "conll", "--against", baseline).out.splitlines()
    header, row = (
        next(line.split() for line in lines if line.startswith(at)) for at in ("Metric ", "CoNLL ")
    )
    scores = dict(zip(header[1:3], row[1:3], strict=True))
    assert float(scores["balanced"]) > float(scores["careless"])
    assert lines[0].startswith(f"{header[1]} is ")
    assert f"than {header[2]}: " in lines[0]
    assert lines[2] == f"F1 in per cent; differences are {header[1]} minus {header[2]}"


def test_one_pair_has_no_correction(typed: Typed) -> None:
    brief, verbose = (
        typed("compare", "right.conll", "fair.conll", *more).out for more in ([], ["--verbose"])
    )
    for out in (brief, verbose):
        assert "adjusted" not in out
        assert "correction" not in out
        assert "differences are right minus fair" in out
        head, *_ = out.split("What each kind of error costs")
        assert "Every difference is" not in head


def test_several_pairs_have_adjusted_p_values_unless_nothing_is_adjusted(typed: Typed) -> None:
    folder = made_task()
    names = [str(folder / f"{name}.conll") for name in ("balanced", "merger", "careless")]
    out = typed("compare", *names, "--metric", "muc", "--columns", "all").out
    assert "p adjusted" in out
    assert "Every difference is the first system minus the second." in out
    assert "First F1" in out
    assert "p adjusted" not in typed("compare", *names, "--metric", "muc", "--adjust", "none").out


@pytest.mark.parametrize(("second", "width"), [("merger", 60), ("pronoun-blind", 80)])
def test_the_tables_of_a_pair_fit_the_terminal(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, second: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    pair = [str(made_task() / f"{name}.conll") for name in ("balanced", second)]
    lines = typed("compare", *pair).out.splitlines()
    rules = [line for line in lines if line.startswith("---")]
    assert len(rules) == 3
    assert max(map(len, rules)) <= width
    assert any(line.startswith("Hidden columns: ") for line in lines) == (width < 80)
    assert any(line.startswith("Hidden: ") for line in lines)
    assert "Hidden" not in typed("compare", *pair, "--columns", "all").out


def test_identical_systems_are_named(typed: Typed) -> None:
    pair = [str(made_task() / f"{name}.conll") for name in ("balanced", "copy")]
    first = "balanced and copy are identical by CoNLL on all 12 documents.\n"
    assert typed("compare", *pair).out.startswith(first)
    note = "\nIdentical systems are tested as one: balanced and copy. "
    assert note in typed("compare", *pair, "--verbose").out


def test_a_text_is_for_a_paper(typed: Typed) -> None:
    run = typed("compare", "right.conll", "fair.conll", "--format", "text")
    assert run.code == 0
    assert run.out.startswith("The CoNLL F1 on 2 documents is 100.00 for right and ")
    assert max(map(len, run.out.split("\n\n")[0].splitlines())) <= 80
    refused = typed("compare", "right.conll", "fair.conll", "--format", "text", "--columns", "p_value")
    assert (refused.code, refused.out) == (2, "")
    assert "a text, which has no columns" in refused.err


@pytest.mark.parametrize(
    "words",
    [
        ("score", "right.conll"),
        ("validate", "right.conll"),
        ("power", "."),
        ("correlate", "."),
        ("probe",),
        ("diff", "old", "new"),
        ("pull-request", "main", "."),
    ],
)
def test_no_other_command_has_a_text(typed: Typed, words: tuple[str, ...]) -> None:
    run = typed(*words, "--format", "text")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "leaderboard: --format text is for `leaderboard compare` and `leaderboard rank`; "
        "choose table, markdown, csv, latex, html or json\n"
    )
    assert "json|text" not in typed(words[0], "--help").out


@pytest.mark.parametrize("verb", ["compare", "rank"])
def test_the_help_names_the_text(typed: Typed, verb: str) -> None:
    assert "json|text" in typed(verb, "--help").out


class TestRuns:
    """Several runs of two systems, in the folder in which one stands."""

    RUNS = ("ours@1.conll", "ours@2.conll", "ours@3.conll", "base@1.conll", "base@2.conll")

    @pytest.fixture(autouse=True)
    def folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(made_runs())

    def sentence(self) -> str:
        """The sentence of a paper, from the numbers of the function."""
        found = leaderboard.compare(*self.RUNS)
        pair, (ours, base) = found.first, (found.primary_spread[system] for system in ("ours", "base"))
        assert pair.interval is not None
        assert pair.statistic is not None
        low, high = pair.interval
        return (
            f"The CoNLL F1 on 12 documents is {100 * pair.first_score:.2f} ± {100 * ours.sd:.2f} (3 runs) "
            f"for ours and {100 * pair.second_score:.2f} ± {100 * base.sd:.2f} (2 runs) for base "
            "(mean ± standard deviation). "
            f"The difference ours minus base is {100 * pair.difference:+.2f} points "
            f"(95 % interval {100 * low:+.2f} to {100 * high:+.2f}); it is not significant "
            f"(t({pair.df:.1f}) = {pair.statistic:.2f}, p = {pair.p_value:.4f})."
        )

    def test_the_files_of_a_folder_give_the_sentence_for_a_paper(self, typed: Typed) -> None:
        run = typed("compare", *self.RUNS, "--verbose")
        assert run.code == 0
        assert "F1 in per cent; differences are ours minus base\n" in run.out
        assert self.sentence() in " ".join(run.out.split())
        assert "ours: mean of 3 runs (1, 2, 3)." in run.out

    def test_the_text_names_runs_and_test(self, typed: Typed) -> None:
        said = " ".join(typed("compare", *self.RUNS, "--format", "text").out.split())
        assert said.startswith(
            f"{self.sentence()} Mentions were matched exactly; singletons were kept. "
            "Systems with several runs (ours 3 and base 2) are means over runs; their pairs were tested by a "
            "t test with variances over documents (jackknife) and runs. The level is α = 0.05. "
            "Intervals are 95 % t intervals (jackknife, and the variance over runs). "
            "Computed with coref-leaderboard"
        )
        for of_others in ("Noreen", "randomization", "P-values"):
            assert of_others not in said

    def test_a_single_output_is_called_one(self, typed: Typed) -> None:
        words = ("compare", *self.RUNS[:3], "precise.conll")
        said = " ".join(typed(*words, "--format", "text").out.split())
        assert "Systems with several runs (ours 3) are means over runs" in said
        assert re.search(r" \(3 runs\) for ours and \d\d\.\d\d for precise ", said)
        notes = " ".join(typed(*words, "--verbose").out.split())
        assert "precise has a single run: results are about this output" in notes

    def test_the_record_has_the_runs(self, typed: Typed) -> None:
        record = json.loads(typed("compare", *self.RUNS, "precise.conll", "--format", "json").out)
        runs = [(one["system"], len(one["runs"]), one["spread"]["lea"]["runs"]) for one in record["systems"]]
        assert runs == [("ours", 3, 3), ("base", 2, 2), ("precise", 0, 1)]
        plain = json.loads(typed("compare", "eager.conll", "precise.conll", "--format", "json").out)
        assert [(one["runs"], one["spread"]) for one in plain["systems"]] == [([], None)] * 2
