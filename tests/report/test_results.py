"""What results show of themselves in Python, and the files that they write."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.report import results
from leaderboard.report.files.verification import verification
from tests.support.running import run_in
from tests.support.tables import written

Made = Callable[..., Any]
KEYS = [[[(i, j) for j in range(4)] for i in range(6)] for _ in range(8)]


def scorer(recall: float, **options: Any) -> leaderboard.Scorer:
    rng = random.Random(5)
    made = leaderboard.Scorer(["muc", "bcub", "ceafe", "conll"], **options)
    for clusters in KEYS:
        made.add(clusters, [[one for one in entity if rng.random() < recall] for entity in clusters])
    return made


@pytest.fixture(scope="module")
def ranked() -> Any:
    return leaderboard.rank({"<b>": scorer(0.9), "low": scorer(0.4)}, draws=100)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("task")
    leaderboard.simulate(place, documents=6, systems=3, seed=3)
    return place


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_ranking_writes_what_the_command_writes(folder: Path, tmp_path: Path) -> None:
    options = {"trials": 500, "draws": 100}
    page = leaderboard.rank(folder, **options).write(tmp_path / "python")  # type: ignore[arg-type]
    flags = ["--trials", "500", "--draws", "100"]
    code, _ = run_in(tmp_path, {}, "rank", str(folder), *flags, "--output", "command", "--quiet")
    assert code == 0
    ours, theirs = files_of(tmp_path / "python"), files_of(tmp_path / "command")
    assert ours.pop("provenance.json")
    assert theirs.pop("provenance.json")
    assert ours == theirs
    assert page == tmp_path / "python" / "leaderboard.html"
    assert verification(tmp_path / "python").problems == ()


def test_a_ranking_of_scorers_writes_all_that_needs_no_words(ranked: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    page = ranked.write(tmp_path)
    assert page.name == "leaderboard.html"
    assert {"leaderboard.md", "leaderboard.csv", "leaderboard.json", "leaderboard.tex", "mine.txt"} <= {
        path.name for path in tmp_path.iterdir()
    }
    assert (tmp_path / "figures" / "scores.svg").is_file()
    assert not (tmp_path / "figures" / "errors.svg").exists()
    said = "Clusters in memory have no words: kinds of errors, their prices and documents are not shown."
    assert said in (tmp_path / "leaderboard.md").read_text("utf-8")
    assert '"kind": "in_memory"' in (tmp_path / "leaderboard.json").read_text("utf-8")
    with pytest.raises(InputError, match="made in Python from clusters in memory; run the code again"):
        verification(tmp_path)


def test_a_folder_is_a_path(ranked: Any) -> None:
    with pytest.raises(TypeError, match=r"^folder is None; give the path of a folder$"):
        ranked.write(None)


def test_a_failure_leaves_the_folder_as_it_was(ranked: Any, tmp_path: Path) -> None:
    (tmp_path / "leaderboard.csv").write_text("somebody else's")
    with pytest.raises(InputError, match="not a file of an earlier report"):
        ranked.write(tmp_path)
    assert files_of(tmp_path) == {"leaderboard.csv": b"somebody else's"}


def test_a_ranking_shows_the_answer_and_the_table(ranked: Any) -> None:
    assert ranked.answer.startswith("<b> is better than low.")
    assert repr(ranked) == f"<RankResult: {ranked.answer}>"
    table = ranked.table()
    assert list(table["System"]) == ["<b>", "low"]
    assert table["CoNLL"].dtype == float
    html = ranked._repr_html_()
    assert html.startswith("<p>&lt;b&gt; is better than low.")
    assert html.count("<tr") == 3
    assert "<b>" not in html
    assert "script" not in html
    assert "|" in ranked.markdown()
    assert r"\begin{tabular}" in ranked.latex()
    assert ranked.systems["low"].rank == 2
    assert ranked.text().count("<b> is better than low.") == 1


def test_a_notebook_shows_the_first_rows() -> None:
    both = {f"system {number:02}": scorer(0.3 + number / 40) for number in range(22)}
    html = leaderboard.rank(both, draws=100, adjust="none")._repr_html_()
    assert html.count("<tr") == 21
    assert "<p>2 more rows: <code>.table()</code></p>" in html


def test_figures_have_names(ranked: Any) -> None:
    assert "scores" in ranked.figures()
    figure = ranked.figure("scores")
    assert isinstance(figure, Figure)
    assert figure._repr_png_().startswith(b"\x89PNG")  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match="there is no figure 'score'; did you mean 'scores'"):
        ranked.figure("score")
    with pytest.raises(UsageError, match="only the result of rank has figures"):
        scorer(0.5).figure("scores")
    assert scorer(0.5).figures() == ()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda result: result.figure("scores"), 'figures need matplotlib: pip install "coref-leaderboard'),
        (lambda result: result.table(), "tables need pandas: pip install pandas"),
    ],
)
def test_what_is_missing_is_named(
    ranked: Any, ask: Made, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(results, "find_spec", lambda name: None)
    with pytest.raises(ImportError) as error:
        ask(ranked)
    assert str(error.value).startswith(message)
    ranked.write(tmp_path)


def test_a_comparison_shows_and_writes_itself(tmp_path: Path) -> None:
    pair = leaderboard.compare({"high": scorer(0.9), "low": scorer(0.4)})
    assert pair.answer.startswith("high is better than low: +")
    assert pair.text().startswith("The CoNLL F1 on 8 documents is ")
    assert "difference" in pair.markdown().lower()
    assert pair.figures() == ()
    assert pair.write(tmp_path) == tmp_path / "comparison.html"
    names = {f"comparison.{form}" for form in ("html", "md", "tex", "csv", "json")}
    assert {path.name for path in tmp_path.iterdir()} == names
    record = json.loads((tmp_path / "comparison.json").read_text("utf-8"))
    assert set(record["files"]) == names - {"comparison.json"}
    page, text = ((tmp_path / f"comparison.{form}").read_text("utf-8") for form in ("html", "md"))
    assert f"<p>{pair.answer}</p>" in page
    assert f"<title>{pair.answer}</title>" in page
    assert text.startswith(f"{pair.answer}\n\n")
    before = files_of(tmp_path)
    pair.write(tmp_path)
    assert files_of(tmp_path) == before


def test_scores_of_files_show_and_write_themselves(folder: Path, tmp_path: Path) -> None:
    systems = sorted(path.stem for path in folder.glob("*.conll") if path.stem != "key")
    one = leaderboard.score(folder / f"{systems[0]}.conll")
    assert one.answer.startswith(f"{systems[0]}: Mentions ")
    assert list(one.table()["Metric"])[-1] == "CoNLL"
    several = leaderboard.score(*(folder / f"{name}.conll" for name in systems))
    assert several.answer.startswith(f"CoNLL: {systems[0]} ")
    assert several.systems[systems[1]] is several.systems[1]
    assert several.systems[:1] == (several.systems[0],)
    with pytest.raises(KeyError, match=f"no system 'x' here; there are {systems[0]}"):
        several.systems["x"]
    assert several.write(tmp_path).read_text("utf-8").startswith("<!doctype html>")
    assert r"\begin{tabular}" in several.latex()


def test_nothing_scored_says_so(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.conll").write_text("x")
    found = leaderboard.score(tmp_path / "broken.conll", key=folder / "key.conll")
    assert found.answer == "no response could be scored"


def test_findings_show_and_write_themselves(folder: Path, tmp_path: Path) -> None:
    good, bad = next(folder.glob("a*.conll"), None) or next(folder.glob("*.conll")), tmp_path / "bad.conll"
    bad.write_text("x")
    both = leaderboard.validate(good, bad, key=folder / "key.conll")
    assert both.answer == "1 of 2 submissions is not acceptable: bad."
    assert leaderboard.validate(bad).answer == "bad is not acceptable."
    assert leaderboard.validate(good, key=folder / "key.conll").answer == "1 submission is acceptable."
    assert both.write(tmp_path / "out") == tmp_path / "out" / "validation.html"
    assert list(both.table()["System"]) == [good.stem, "bad"]
    assert both.systems["bad"].errors


def test_a_scorer_shows_and_writes_its_scores(tmp_path: Path) -> None:
    made = scorer(0.9)
    assert made.answer.startswith("MUC ")
    assert repr(made) == f"<Scorer: {made.answer}>"
    assert list(made.table()["Metric"]) == ["MUC", "B³", "CEAFₑ", "CoNLL"]
    assert made._repr_html_().startswith("<p>MUC ")
    assert made.markdown().startswith("Scores in per cent")
    assert made.write(tmp_path) == tmp_path / "scores.html"
    assert not hasattr(made, "text")


def test_a_scorer_without_documents_says_so(tmp_path: Path) -> None:
    empty = leaderboard.Scorer()
    assert repr(empty) == "<Scorer: no documents>"
    assert empty._repr_html_() == "<p>&lt;Scorer: no documents&gt;</p>"
    for ask in (empty.table, empty.markdown, lambda: empty.write(tmp_path)):
        with pytest.raises(NothingToDo, match="add at least one"):
            ask()


def test_scores_are_called_by_label_and_by_name(ranked: Any) -> None:
    scores = scorer(0.9).scores()
    assert scores["B³"] == scores["b3"] == scores["bcub"]
    assert scorer(0.9).per_document()["1"]["CEAF-e"] == scorer(0.9).per_document()["1"]["ceafe"]
    assert ranked.families["CoNLL"] is ranked.families["conll"]
    assert "B³" in scores
    assert "lea" not in scores
    assert 3 not in scores
    assert scores.get("b3") is scores["bcub"]
    assert scores.get("lea") is None
    for name in ("leaa", "lea", 3):
        with pytest.raises(KeyError, match=f"no metric {name!r} here; there are muc, bcub, ceafe, conll"):
            scores[name]  # type: ignore[index]


def test_frames_of_scorers_and_of_what_they_return() -> None:
    made = scorer(0.9)
    by_metric = leaderboard.frame(made)
    assert list(by_metric["metric"]) == ["muc", "bcub", "ceafe", "conll"]
    assert by_metric.equals(leaderboard.frame(made.scores()))
    by_document = leaderboard.frame(made, "documents")
    assert list(by_document["document"]) == [str(number) for number in range(1, 9)]
    assert by_document["conll_f1"][0] == made.per_document()["1"]["conll"].f1
    assert by_document.equals(leaderboard.frame(made.per_document()))
    for wrong in ({"a": 1}, {}, 3):
        with pytest.raises(TypeError, match="frame takes a result, a Scorer, or what its scores"):
            leaderboard.frame(wrong)  # type: ignore[arg-type]


def test_a_metric_may_be_called_like_another_column(tmp_path: Path) -> None:
    rows = [(name, item, 8 * at + item % 3) for at, name in enumerate("ab") for item in range(12)]
    table = leaderboard.rank(written(tmp_path / "t.csv", "system,item,System", rows), draws=100).table()
    assert list(table.columns[:3]) == ["#", "System", "System"]
    assert table.iloc[:, 1:3].to_numpy().tolist() == [["b", 9.0], ["a", 1.0]]


def test_scores_in_memory_have_no_other_relations() -> None:
    made = scorer(0.9)
    assert leaderboard.frame(made, "metrics").equals(leaderboard.frame(made.scores(), "metrics"))
    choices = {"metrics, documents": made, "metrics": made.scores(), "documents": made.per_document()}
    for known, given in choices.items():
        with pytest.raises(UsageError, match=f"there is no relation 'pears'; choose among {known}$"):
            leaderboard.frame(given, "pears")
