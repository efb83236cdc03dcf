"""Baselines: scores of the key's mentions in other entities, below a ranking that does not change."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.changes import read_report
from leaderboard.errors import UsageError
from leaderboard.metrics import METRICS
from leaderboard.report.files.contents import report_files
from leaderboard.report.screen import closing
from leaderboard.tasks.baselines import BASELINES, EQUAL_WORDS
from leaderboard.tasks.task import Score
from leaderboard.verbs.rank import RankResult
from tests.support import anaphora, plain_conll
from tests.support.made_task import made_datasets, made_runs, made_task
from tests.support.running import Typed
from tests.support.small_task import KEY, OTHER_LINK, RIGHT, parts, write

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 100, "trials": 200}
ALONE, ONE, WORDS = BASELINES
EVERY = {"metric": [*METRICS], "draws": 100, "trials": 200, "prices": False}


def files_of(result: RankResult) -> dict[str, str]:
    return {
        name: content.decode() for name, content in report_files(result, ()).items() if name[-3:] != "svg"
    }


def rows_of(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(text))]


def without_baselines(member: Any) -> Any:
    """A record without baselines, and without the word."""
    if isinstance(member, dict):
        return {name: without_baselines(value) for name, value in member.items() if name != "baseline"}
    if isinstance(member, list):
        return [
            without_baselines(one)
            for one in member
            if not (isinstance(one, dict) and one.get("baseline") is True)
        ]
    return member


@pytest.mark.parametrize(
    ("folder", "options"),
    [
        (made_task, {}),
        (made_task, {"settings": ("exact", "exact-singletons")}),
        (made_task, {"contrastive": ("eager",), "average": "document"}),
        (made_datasets, {}),
        (made_runs, {}),
    ],
)
def test_all_numbers_of_systems_are_the_same_bytes_as_without(folder: Any, options: dict[str, Any]) -> None:
    plain = files_of(leaderboard.rank(folder(), **FEW, **options))
    beside = files_of(leaderboard.rank(folder(), **FEW, **options, baselines=True))
    differ = {name for name in beside if beside[name] != plain[name]}
    assert {"leaderboard.csv", "ranks.csv", "leaderboard.json", "leaderboard.md"} <= differ
    assert not any("(one entity)" in beside[name] for name in {*beside} - differ)
    assert beside["pairwise.csv"] == plain["pairwise.csv"]
    for name in ("leaderboard.csv", "ranks.csv"):
        rows = [row for row in rows_of(beside[name]) if row.pop("baseline") == "false"]
        assert rows == rows_of(plain[name])
    records = [json.loads(files["leaderboard.json"]) for files in (beside, plain)]
    assert json.dumps(without_baselines(records[0])) == json.dumps(records[1])


def response(
    entities: dict[plain_conll.PartName, list[list[tuple[int, int]]]],
    words: dict[plain_conll.PartName, list[str]],
) -> str:
    """JSON lines, which call part 0 of ``x`` the document ``x_0``."""
    return "".join(
        json.dumps({"doc_key": f"{name}_{part}", "sentences": [words[name, part]], "clusters": found}) + "\n"
        for (name, part), found in entities.items()
    )


def words_of(text: str) -> dict[plain_conll.PartName, list[str]]:
    words: dict[plain_conll.PartName, list[str]] = {}
    for line in text.splitlines():
        if header := plain_conll.HEADER.match(line):
            name = header["name"], int(header["part"])
        elif line and not line.startswith("#"):
            words.setdefault(name, []).append(line.split()[3].lower())
    return words


@pytest.mark.parametrize("singletons", ["keep", "drop"])
def test_scores_are_those_of_files_that_are_written_so(tmp_path: Path, singletons: str) -> None:
    folder = tmp_path / "task"
    shutil.copytree(made_task(), folder)
    text = (folder / "key.conll").read_text()
    words, by_name = words_of(text), {}
    for name in BASELINES:
        made: dict[plain_conll.PartName, list[list[tuple[int, int]]]] = {}
        for part, entities in plain_conll.read(text).items():
            groups: dict[object, list[tuple[int, int]]] = {}
            for start, end in sorted(span for entity in entities for span in entity):
                said = {ALONE: (start, end), ONE: 0, WORDS: " ".join(words[part][start : end + 1])}
                groups.setdefault(said[name], []).append((start, end))
            made[part] = [*groups.values()]
        by_name[name] = tmp_path / f"{re.sub('[^a-z]', '', name)}.jsonl"
        by_name[name].write_text(response(made, words))
    metrics = [name for name in METRICS if not name.startswith(("bridging", "nonref"))]
    how: dict[str, Any] = {"metric": metrics, "singletons": singletons}
    result = leaderboard.rank(folder, **{**EVERY, **how}, baselines=True)
    scored = leaderboard.score(*by_name.values(), key=folder / "key.conll", check_words=False, **how)
    assert [*result.baselines.values()] == [one.scores for one in scored.systems]


def conllu(entities: dict[str, list[str]]) -> str:
    """Each document has the words Ann and ann, an empty node after each, and two words more."""
    lines = ["# global.Entity = eid-etype-head-other"]
    for name, cells in entities.items():
        ids = ["1", "1.1", "2", "2.1", "3", "4"]
        forms = ["Ann", "_", "ann", "_", "the", "Dog"]
        rows = [
            f"{at}\t{form}\t_\tNOUN\t_\t_\t{'_' if '.' in at else '0'}\t_\t{'1:dep' if '.' in at else '_'}\t"
            + (f"Entity={cell}" if cell else "_")
            for at, form, cell in zip(ids, forms, cells, strict=True)
        ]
        lines += [f"# newdoc id = {name}", f"# sent_id = {name}", *rows, ""]
    return "\n".join(lines) + "\n"


def test_empty_nodes_have_no_words_and_pieces_only_their_own(tmp_path: Path) -> None:
    key = {
        "d": ["(e1--1-)", "(e1--1-)", "(e2--1-)", "(e3--1-)", "(e4[1/2]--1-)", "(e4[2/2])"],
        "e": ["(e5--1-)", "", "(e5--1-)", "", "", ""],
    }
    alike = {"d": ["(e1--1-)", "(e8--1-)", "(e1--1-)", "(e3--1-)", *key["d"][4:]], "e": key["e"]}
    (tmp_path / "key.conllu").write_text(conllu(key))
    (tmp_path / "same.conllu").write_text(conllu(alike))
    options: dict[str, Any] = {"metric": ("muc", "bcub", "zero"), "singletons": "keep"}
    result = leaderboard.rank(tmp_path, primary="bcub", draws=100, baselines=True, prices=False, **options)
    [same] = leaderboard.score(tmp_path / "same.conllu", key=tmp_path / "key.conllu", **options).systems
    assert result.baselines[WORDS] == same.scores
    one = result.baselines[ONE]["muc"]
    assert (one.recall, one.precision) == (1, 2 / 5)


def test_entities_over_documents_and_within_them(tmp_path: Path) -> None:
    text = "".join(
        f"#begin document ({name}); part 000\n{name} 0 0 Ann (1)\n{name} 0 1 ann (2)\n\n#end document\n"
        for name in ("t/a", "t/b")
    )
    for name in ("key", "sys"):
        (tmp_path / f"{name}.conll").write_text(text)
    options: dict[str, Any] = {"metric": ("muc", "bcub"), "primary": "bcub", "across": "topic"}
    result = leaderboard.rank(tmp_path, draws=100, baselines=True, **options)
    assert result.baselines[ONE]["muc"] == Score(1.0, 2 / 3, 4 / 5)
    assert result.baselines[ALONE]["muc"].f1 == 0
    assert result.baselines[WORDS] == result.baselines[ONE]


def one_entity(text: str) -> str:
    """A file whose mentions are one entity per document, without annotations beyond identity."""
    lines, documents = [], 0
    for line in text.splitlines():
        documents += line.startswith("# newdoc")
        number, form, head, deps, *cells = [*line.split("\t"), *[""] * 4]
        plain = re.sub(r"\|ElementOf=[\d,]+", "", cells[0])
        identity = re.sub(r"EntityID=\d+", f"EntityID={documents}", plain)
        kept = "_" if "Pseudo" in identity else identity
        lines.append(line if line[0] == "#" else "\t".join((number, form, head, deps, kept, *"___")))
    return "\n".join([*lines, ""])


def test_annotations_beyond_identity_are_in_no_baseline(tmp_path: Path) -> None:
    task = tmp_path / "task"
    task.mkdir()
    for name in ("key", "sys"):
        (task / f"{name}.conllua").write_text(anaphora.KEY)
    (tmp_path / "one.conllua").write_text(one_entity(anaphora.KEY))
    options: dict[str, Any] = {
        "metric": ("muc", "bcub", "lea", "nonreferring", "bridging_anaphor", "mentions"),
        "singletons": "keep",
        "split_antecedents": "score",
    }
    result = leaderboard.rank(task, draws=100, baselines=True, primary="muc", **options)
    [one] = leaderboard.score(tmp_path / "one.conllua", key=task / "key.conllua", **options).systems
    assert result.baselines[ONE] == one.scores
    for scores in result.baselines.values():
        assert (scores["nonreferring"].f1, scores["bridging_anaphor"].f1) == (0, 0)
        assert scores["mentions"] == Score(1.0, 1.0, 1.0)


def test_they_are_marked_in_every_form(tmp_path: Path, typed: Typed) -> None:
    result = leaderboard.rank(made_task(), **FEW, baselines=True)
    files = files_of(result)
    lines = [line.split("|")[2].strip() for line in files["leaderboard.md"].splitlines() if line[:1] == "|"]
    at = lines.index("Baselines from the key")
    assert lines[at - 1 : at + 4] == ["pronoun-blind", "Baselines from the key", ALONE, ONE, WORDS]
    assert "They have no rank and are in no test." in files["leaderboard.md"]
    assert 'data-value="Baselines from the key">Baselines from the key</th>' in files["leaderboard.html"]
    assert "Baseline, made from the key alone: it has no rank" in files["leaderboard.html"]
    assert "Baselines from the key" in files["leaderboard.tex"]
    table = rows_of(files["leaderboard.csv"])
    assert [row["baseline"] for row in table] == ["false"] * 9 + ["true"] * 3
    assert {(row["rank"], row["conll_low"]) for row in table[9:]} == {("", "")}
    ranks = [row for row in rows_of(files["ranks.csv"]) if row["baseline"] == "true"]
    assert [(row["system"], row["metric"]) for row in ranks] == [
        (name, metric) for name in BASELINES for metric in ("muc", "conll")
    ]
    assert {row["rank"] for row in ranks} == {""}
    systems = json.loads(files["leaderboard.json"])["systems"][9:]
    assert [(one["system"], one["baseline"], one["rank"], one["missing"]) for one in systems] == [
        (name, True, None, 0) for name in BASELINES
    ]
    assert "9 systems ranked, 3 baselines, none rejected." in closing(result, 0, Path("page"), 200)
    shown = typed("rank", str(made_task()), "--baselines", "--output", str(tmp_path / "r"), "--draws", "100")
    assert re.search(r"^ +Baselines from the key\n +\(every mention alone\) +\d", shown.out, re.M)
    assert typed("verify", str(tmp_path / "r")).code == 0
    assert {read_report(tmp_path / "r").entries[name].reason for name in BASELINES} == {"it is a baseline"}


def test_a_key_without_words_has_no_equal_ones(tmp_path: Path) -> None:
    text = "#begin document (d); part 000\n(1)\n(1)\n(2)\n\n#end document\n"
    write(tmp_path, key=text, sys=text)
    result = leaderboard.rank(tmp_path, **FEW, baselines=True)
    assert [*result.baselines] == [ALONE, ONE]
    assert "all of a part in one entity (the key has no words)." in files_of(result)["leaderboard.md"]


def test_the_settings_file_has_them_among_entries(tmp_path: Path) -> None:
    write(tmp_path, key=KEY, sys=parts(RIGHT, OTHER_LINK, RIGHT))
    for text in ("[entries]\nbaselines = true\n", "baselines = true\n"):
        (tmp_path / "leaderboard.toml").write_text(text)
        assert [*leaderboard.rank(tmp_path, **FEW).baselines] == [*BASELINES]
    assert not leaderboard.rank(tmp_path, **FEW, baselines=False).baselines


def test_where_there_can_be_none(tmp_path: Path) -> None:
    write(tmp_path / "task", key=KEY, sys=parts(RIGHT, OTHER_LINK, RIGHT))
    leaderboard.score(tmp_path / "task" / "sys.conll", save=tmp_path / "sums")
    with pytest.raises(UsageError) as error:
        leaderboard.rank(tmp_path / "sums", draws=100, baselines=True)
    assert error.value.typed == (
        f"--baselines needs the mentions of the key, and {tmp_path / 'sums'} has only saved sums; "
        "leave it out, or rank the responses"
    )
    scorer = leaderboard.Scorer(["muc"])
    scorer.add(key=[["Ann", "she"]], response=[["Ann", "she"]])
    with pytest.raises(UsageError, match="baselines is an option for files, and scorers have none"):
        leaderboard.rank({"a": scorer}, baselines=True)
    write(tmp_path / "task", **{EQUAL_WORDS: KEY})
    with pytest.raises(UsageError, match=r"\(equal words\) is the name of a system and of a baseline"):
        leaderboard.rank(tmp_path / "task", **FEW, baselines=True)
