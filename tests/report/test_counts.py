"""Reports on tables of counts: words, numbers, records, there and back, and what programs read."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.verbs.rank import RankResult
from tests.support.running import run_in
from tests.support.tables import accuracy, errors, written

WER = ("--rename", "channel=dataset", "--metric", "wer=errors/words", "--lower", "wer", "--unit", "item")
FAST = ("--draws", "100")
WORDS = re.compile(r"(?i)\b(mentions?|entit\w*|the key|responses?|coreference|conll|documents?|F1)\b")


def _texts(folder: Path) -> dict[str, str]:
    """What people read of a report."""
    found = {}
    for file in (*folder.glob("*"), *folder.glob("figures/*")):
        if file.suffix in (".html", ".md", ".tex", ".svg"):
            text = re.sub(r"<script.*?</script>|<style.*?</style>", "", file.read_text(), flags=re.S)
            text = re.sub(r'\{document\}|documentclass|[\w-]+="#?documents"|<!doctype[^>]*>', "", text)
            found[file.name] = text
    return found


def test_datasets_count_their_items_and_not_their_clusters(tmp_path: Path) -> None:
    rows = [
        f"{system},{dataset}{item},{dataset},{dataset}{item % 7},{(item * (at + 2)) % 5}"
        for at, system in enumerate(("north", "south"))
        for dataset in "ab"
        for item in range(21)
    ]
    table = tmp_path / "counts.csv"
    table.write_text("\n".join(("system,item,dataset,cluster,value", *rows)))
    result = leaderboard.rank(table, draws=100)
    assert [(board.family.units, board.family.documents) for board in result.of("dataset")] == [
        (7, 21),
        (7, 21),
    ]


def test_a_report_says_nothing_of_coreference(tmp_path: Path) -> None:
    errors(tmp_path / "wer.csv")
    code, shown = run_in(tmp_path, {}, "rank", "wer.csv", *WER, *FAST, "--margin", "1", "--leave-one-out")
    assert code == 0
    for name, text in {"terminal": shown, **_texts(tmp_path / "reports")}.items():
        assert not WORDS.search(text), (name, WORDS.search(text))
    assert "lower is better" in shown
    files = {file.name for file in (tmp_path / "reports").iterdir()}
    assert not files & {"documents.csv", "errors.csv", "prices.csv"}
    page = (tmp_path / "reports" / "leaderboard.md").read_text()
    assert "north has the lowest score" in page
    assert "on which the system scores lowest" in page
    for form in ("text", "json", "csv", "latex", "markdown", "html"):
        assert run_in(tmp_path, {}, "rank", "wer.csv", *WER, *FAST, "--format", form)[0] == 0


def test_records_tell_the_metrics(tmp_path: Path) -> None:
    errors(tmp_path / "t.csv")
    metrics = ("--metric", "wer=errors/words,errors", "--lower", "wer,errors")
    assert run_in(tmp_path, {}, "rank", "t.csv", *metrics, *FAST)[0] == 0
    record = json.loads((tmp_path / "reports" / "leaderboard.json").read_text())
    assert record["key"] is None
    assert (record["table"], record["unit"], record["claim"]) == ("t.csv", "cluster", "clusters")
    assert record["cluster"] == {"by": "cluster", "clusters": 6, "items": 12}
    assert record["metrics"][0] == {
        "name": "wer",
        "definition": "wer=errors/words",
        "lower": True,
        "bounds": [0, 1],
        "percent": True,
    }
    assert [*record["systems"][0]["scores"]["wer"]] == ["score"]
    assert {one["quantity"] for one in record["correlations"]} == {"score"}
    assert [one["entry"] for one in record["entries"]] == ["north", "south", "west"]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "reports" / "leaderboard.csv").read_text())))
    assert {"wer_score", "wer_low", "wer_high", "errors_score"} <= {*rows[0]}
    ranks = (tmp_path / "reports" / "ranks.csv").read_text().splitlines()[0].split(",")
    assert ranks[6:9] == ["score", "interval_low", "interval_high"]


def test_other_commands(tmp_path: Path) -> None:
    errors(tmp_path / "t.csv")
    metrics = ("--metric", "wer=errors/words,errors", "--lower", "wer,errors")
    shown = {}
    for verb, *more in (
        ("score",),
        ("score", "--systems", "west"),
        ("compare", *FAST),
        ("compare", "--systems", "south,north", "--unit", "item", *FAST),
        ("compare", "--format", "text", *FAST),
        ("compare", "--format", "json", *FAST),
        ("compare", "--verbose", "--margin", "50", *FAST),
        ("power",),
        ("power", "--format", "json"),
        ("correlate", *FAST),
        ("correlate", "--format", "json", *FAST),
        ("validate",),
    ):
        code, text = run_in(tmp_path, {}, verb, "t.csv", *metrics, *more)
        assert code == 0, text
        assert not WORDS.search(text.replace("document", "") if "json" in more else text), (verb, more, text)
        shown[verb, *more] = text
    pair = shown["compare", "--systems", "south,north", "--unit", "item", *FAST]
    assert "south is worse than north" in pair
    assert "wer points higher" in pair
    for verb in ("score", "compare", "rank"):
        assert run_in(tmp_path, {}, verb, "t.csv", "--match", "head")[0] == 2
    code, text = run_in(tmp_path, {}, "errors", "t.csv")
    assert (code, "a table of counts does not have" in text) == (2, True)
    for verb, *more in (["read"], ["describe"], ["pull-request", "--base", "main"]):
        assert run_in(tmp_path, {}, verb, "t.csv", *more)[0] == 2
    code, text = run_in(tmp_path, {}, "codabench", "score", "t.csv", "o")
    assert (code, "`leaderboard codabench score` is about mentions" in text) == (2, True)


def test_every_order_and_form_has_the_same_bytes(tmp_path: Path) -> None:
    rows = accuracy(tmp_path / "t.csv").read_text().splitlines()
    (tmp_path / "turned.csv").write_text("\n".join([rows[0], *reversed(rows[1:])]) + "\n")
    (tmp_path / "t.tsv").write_text("\n".join(rows).replace(",", "\t"))
    found = []
    for name in ("t.csv", "turned.csv", "t.tsv"):
        for jobs in ("1", "2"):
            code, text = run_in(tmp_path, {}, "rank", name, *FAST, "--jobs", jobs, "--format", "csv")
            found.append((code, text, (tmp_path / "reports" / "pairwise.csv").read_text()))
    assert len({*found}) == 1


def test_reports_are_verified_and_compared(tmp_path: Path) -> None:
    errors(tmp_path / "t.csv")
    assert run_in(tmp_path, {}, "rank", "t.csv", *WER[2:], *FAST)[0] == 0
    assert run_in(tmp_path, {}, "verify")[0] == 0
    rows = (tmp_path / "t.csv").read_text().replace("south,s1,r0,11,4", "south,s1,r0,11,1")
    (tmp_path / "t.csv").write_text(rows)
    code, text = run_in(tmp_path, {}, "verify")
    assert (code, "has changed since" in text) == (4, True)
    assert run_in(tmp_path, {}, "rank", "t.csv", *WER[2:], *FAST, "--output", "new")[0] == 0
    code, text = run_in(tmp_path, {}, "diff", "reports", "new")
    assert code == 0
    assert not WORDS.search(text)
    raw = written(
        tmp_path / "raw.csv", "system,item,x", [(s, i, i + (s == "b")) for s in "ab" for i in range(8)]
    )
    assert run_in(tmp_path, {}, "rank", raw.name, *FAST, "--output", "one")[0] == 0
    written(raw, "system,item,x", [(s, i, i + 2 * (s == "b")) for s in "ab" for i in range(8)])
    assert run_in(tmp_path, {}, "rank", raw.name, *FAST, "--output", "two")[0] == 0
    assert run_in(tmp_path, {}, "diff", "one", "two")[0] == 0
    second = ("--metric", "x,y=x", "--primary", "y", *FAST)
    assert run_in(tmp_path, {}, "rank", raw.name, *second, "--output", "three")[0] == 0
    assert run_in(tmp_path, {}, "diff", "three", "three")[0] == 0


def test_small_slices_are_counted_in_items(tmp_path: Path) -> None:
    errors(tmp_path / "t.csv")
    assert (
        run_in(tmp_path, {}, "rank", "t.csv", *WER[2:], *FAST, "--by", "channel", "--slice-min", "50")[0] == 0
    )
    text = _texts(tmp_path / "reports")["leaderboard.md"]
    assert "slices of fewer than 50 items (`--slice-min`)" in text


def _facts(result: RankResult) -> Any:
    return {
        name: (ranking.standings, [*result.families[name]], result.families[name].sampling.effective_units)
        for name, ranking in result.rankings.items()
    }


@pytest.mark.parametrize("made", [(), ("--datasets", "2"), ("--runs", "2")])
def test_coreference_comes_back(tmp_path: Path, made: tuple[str, ...]) -> None:
    names = ["mentions", "muc", "bcub", "ceafm", "ceafe", "lea", "conll"]
    sizes = ("--documents", "6", "--systems", "3", "--quiet", *made)
    assert run_in(tmp_path, {}, "simulate", "task", *sizes)[0] == 0
    task = tmp_path / "task"
    responses = [str(path) for path in sorted(task.iterdir()) if not path.name.startswith(("key", "leader"))]
    key = next(task.glob("key*"))
    code, text = run_in(
        tmp_path,
        {},
        *("score", *responses, "--key", str(key), "--per-document", "--format", "csv", "--columns", "counts"),
    )
    assert code == 0
    assert "left out of the counts: BLANC" in text
    muc = ("--metric", "muc", "--per-document", "--format", "csv", "--columns", "counts")
    assert "left out" not in run_in(tmp_path, {}, "score", *responses, "--key", str(key), *muc)[1]
    table = tmp_path / "counts.csv"
    table.write_text("\n".join(line for line in text.splitlines() if line.count(",") > 20) + "\n")
    options: Any = {"draws": 100, "trials": 1000}
    there = leaderboard.rank(task, metric=names, unit="document", **options)
    back = leaderboard.rank(table, **options)
    assert _facts(back) == _facts(there)
    assert back.options.primary == "conll"
    assert leaderboard.rank(table, metric="muc", **options).metrics[0].label == "MUC"
    items = leaderboard.rank(table, unit="item", **options)
    assert items.sheet.parts[0].document.endswith(")")


def test_many_metrics_have_bold_cells_and_headings(tmp_path: Path) -> None:
    rows = [
        (name, dataset, item, 2 + (item + at) % 3, 4, 5, -1 - (item * at) % 3)
        for at, name in enumerate("abcd")
        for dataset in ("de", "en")
        for item in range(8)
    ]
    written(tmp_path / "t.csv", "system,dataset,item,tp,gold,out,nats", rows)
    metrics = ("--metric", "f=tp/gold/out,nats,all=mean(f nats)", "--lower", "nats")
    assert run_in(tmp_path, {}, "rank", "t.csv", *metrics, *FAST)[0] == 0
    page = (tmp_path / "reports" / "leaderboard.md").read_text()
    assert "lower is better: nats" in page
    assert "Bold: the lowest value." in page
    code, text = run_in(tmp_path, {}, "score", "t.csv", *metrics)
    assert code == 0
    assert "Scores by dataset" in text
    assert run_in(tmp_path, {}, "score", "t.csv", *metrics, "--systems", "a")[0] == 0


def test_results_in_python_show_themselves(tmp_path: Path) -> None:
    errors(tmp_path / "t.csv")
    options: Any = {"metric": "wer=errors/words", "lower": "wer"}
    scored = leaderboard.score(tmp_path / "t.csv", **options)
    ranked = leaderboard.rank(tmp_path / "t.csv", draws=100, **options)
    for shown in (scored.answer, ranked.answer, ranked.text(), ranked.markdown(), scored.markdown()):
        assert not WORDS.search(shown)
    assert "12 items in 6 clusters" in ranked.text()
    assert ranked.write(tmp_path / "out").is_file()
    assert len(leaderboard.frame(ranked)) == 3
