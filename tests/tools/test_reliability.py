"""The page of evidence says what was measured, by commands that there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from leaderboard.version import VERSION
from tools import against_oracles, fuzz, fuzz_scores, official
from tools.mutants import PARTS, all_mutants, function_of, is_selected, sample
from tools.reliability import record, stages
from tools.reliability.__main__ import PAGE, TABLES, measured, printed
from tools.reliability.page import SECTIONS, link, measurements, page
from tools.reliability.sections import statistics
from tools.reliability.stages import STAGES, NotAtHand
from tools.reliability.summary import CHECKS, on_commits, outside, passing
from tools.reliability.survivors import argued, argument

ROOT = record.ROOT
KNOWN = record.entries()


def test_the_pages_are_what_the_record_makes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(KNOWN)
    assert TABLES.read_text(encoding="utf-8") == measurements(KNOWN)


def test_every_stage_has_a_line_and_one_section() -> None:
    assert list(CHECKS) == list(STAGES)
    assert sorted(name for _, names, _ in SECTIONS for name in names) == sorted(STAGES)
    assert link("mutation") == "docs/measurements.md#mutation-score"
    assert page({}).count("not measured") == len(STAGES)


@pytest.mark.parametrize("name", KNOWN)
def test_an_entry_names_its_command_its_day_and_a_version(name: str) -> None:
    entry = KNOWN[name]
    command = (
        STAGES[name].command.replace("FILES", r"\d+").replace(" --mutants MUTANTS", r"( --mutants \d+)?")
    )
    assert re.fullmatch(command, entry.command)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", entry.date)
    versions = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert entry.version in (VERSION, *versions)


@pytest.mark.parametrize("name", STAGES)
def test_commands_name_files_of_the_project(name: str) -> None:
    words = shlex.split(STAGES[name].command)
    assert words[0] in ("python", "pytest")
    modules = [words[2].replace(".", "/") + ".py"] if words[1] == "-m" else []
    files = [word for word in words if word.startswith(("tests/", "tools/"))]
    assert modules or files or name == "coverage"
    assert all((ROOT / path).exists() for path in (*modules, *files))


def test_figures_meet_what_was_promised() -> None:
    for name in ("oracle", "perl", "corefud"):
        if name in KNOWN:
            figures = KNOWN[name].figures
            assert figures["counts"]["documents"] >= (100_000 if name == "oracle" else 1000)
            assert max(figures["largest"].values()) <= 1e-9
    if "mutation" in KNOWN:
        parts = KNOWN["mutation"].figures["parts"].values()
        assert sum(part["killed"] for part in parts) >= 0.9 * sum(part["mutants"] for part in parts)
        assert all(len(part["survivors"]) == part["mutants"] - part["killed"] for part in parts)
    for name in against_oracles.PARTS:
        if name in KNOWN:
            assert sum(one["differ"] for one in KNOWN[name].figures["quantities"].values()) == 0
    if "determinism" in KNOWN:
        assert len({run[5] for run in KNOWN["determinism"].figures["runs"]}) == 1


def test_power_is_as_promised_but_for_few_units() -> None:
    for row in stages.calibrated("")["tables"]["Power"]:
        found, error = map(float, row["AR rejects"].split(" ± "))
        if row["units"] == "30":
            assert found + error < float(row["promised"])
        else:
            assert float(row["promised"]) == pytest.approx(found, abs=3 * error)


def test_every_survivor_of_a_whole_run_is_argued() -> None:
    figures = KNOWN["mutation"].figures if "mutation" in KNOWN else {"parts": {}}
    left = [one for part in figures["parts"].values() for one in part["survivors"] if argument(one) is None]
    assert left == [] or figures.get("seed") is not None


def test_without_a_peer_a_stage_is_not_run() -> None:
    with pytest.raises(NotAtHand, match="--perl"):
        printed("perl", {"PERL": None})
    with pytest.raises(NotAtHand, match="no browser"):
        stages.seen("tests/browser/test_browser.py::test_one SKIPPED [100%]\n")
    with pytest.raises(NotAtHand, match="no conformance data"):
        stages.passed("tests/oracles/test_oracle.py::test_one PASSED [100%]\n")
    with pytest.raises(NotAtHand, match="no conformance data"):
        stages.passed("tests/conformance/test_tc.py::test_one SKIPPED [100%]\n")


def test_random_documents_score_what_the_oracles_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz_scores.main(documents=40, seed=1) == 0
    found = stages.differences(capsys.readouterr().out)
    assert found["counts"]["documents"] >= 40
    assert set(found["largest"]) == set(fuzz_scores.METRICS)
    assert max(found["largest"].values()) < fuzz_scores.TOLERANCE


def test_a_wrong_score_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = fuzz_scores.scores_of
    monkeypatch.setattr(fuzz_scores, "scores_of", lambda sums: plain(sums) | {"muc": (1, 1, 2)})
    assert fuzz_scores.main(documents=1) == 1


@pytest.mark.parametrize("name", against_oracles.PARTS)
def test_random_cases_are_what_slow_oracles_say(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert against_oracles.main(name, cases=4) == 0
    figures = stages.compared(capsys.readouterr().out)
    assert (figures["cases"], figures["seed"]) == (4, against_oracles.SEED)
    assert figures["quantities"]
    for one in figures["quantities"].values():
        assert one["compared"]
        assert (one["differ"], one["largest"] < against_oracles.TOLERANCE) == (0, True)


def test_a_wrong_alignment_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = against_oracles.alignments.found
    monkeypatch.setattr(
        against_oracles.alignments, "found", lambda *sides: [1 + one for one in plain(*sides)]
    )
    assert against_oracles.main("alignment", cases=3) == 1
    assert stages.compared(capsys.readouterr().out)["quantities"]["partners of units"]["differ"] > 0


def test_files_for_every_reader_are_mutated(tmp_path: Path) -> None:
    small, large = fuzz.seeds(tmp_path)
    assert {one.reader for one in (*small, *large)} == {
        "BookNLP",
        "CoNLL",
        "CoNLL, eight columns",
        "CONLL-UA",
        "CorefUD",
        "JSON lines",
        "JSON of AllenNLP",
        "JSON of CoreNLP",
        "JSON of CoreNLP, named and indented",
        "JSON of PreCo",
        "JSON of language models",
        "JSON of maverick",
        "JSON of xCoRe",
        "JSON of xCoRe across documents",
        "JSON of xCoRe across documents, lists of words",
        "JSON, clusters with ids",
        "JSON, texts of fastcoref",
        "Stanza",
        "answers of chat models",
        "packed files and archives",
        "settings file",
        "text of language models",
    }


def test_a_sample_of_mutants_depends_on_the_seed_alone() -> None:
    mutants = [f"leaderboard.ranking.letters.x_one__mutmut_{number}" for number in range(100)]
    assert sample(mutants, 10, 1) == sample(mutants[::-1], 10, 1) != sample(mutants, 10, 2)
    assert len(set(sample(mutants, 10, 1))) == 10
    assert sample(mutants, 200, 1) == sorted(mutants)
    assert is_selected(mutants[0], [])
    assert is_selected(mutants[0], ["leaderboard.ranking.*"])
    assert not is_selected(mutants[0], ["leaderboard.metrics.*"])


@pytest.mark.parametrize("part", PARTS)
def test_every_part_with_mutants_is_a_room_or_a_file(part: str) -> None:
    place = ROOT / "leaderboard" / part
    assert place.is_dir() or place.with_suffix(".py").is_file()


def test_mutants_of_subfolders_are_those_of_their_part(here: Path) -> None:
    package = here / "mutants" / "leaderboard"
    files = {
        "split_antecedents.py": "a",
        "report/frame.py": "b",
        "report/forms/csv.py": "c",
        "cli/show.py": "d",
    }
    for name, mutant in files.items():
        path = package / f"{name}.meta"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'{{"exit_code_by_key": {{"{mutant}": null}}}}')
    assert sorted(all_mutants()) == ["a", "b", "c"]


def test_different_commits_are_shown() -> None:
    one, other, old = (record.Entry("", "", "", {}, commit=name) for name in ("abc", "def", ""))
    assert on_commits([one, one]) == "All stages ran on commit `abc`."
    assert on_commits([one, other, one]) == "**The stages ran on different commits:** `abc` (2), `def` (1)."
    assert on_commits([one, old, one]).endswith("`abc` (2), not recorded (1).")


def test_a_stage_is_stored_with_its_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(record, "RECORD", tmp_path / "record.json")
    output = tmp_path / "output.txt"
    output.write_text("3 random cases, seed 7\npartners: 3 compared, largest difference 0.0e+00, 0 differ\n")
    given = {"FILES": "1", "MUTANTS": "1"}
    assert measured("alignment", given, output)
    assert not measured("perl", {**given, "PERL": None}, None)
    [(name, entry)] = record.entries().items()
    assert (name, entry.figures["cases"], entry.commit) == ("alignment", 3, record.commit())
    assert f"| `{entry.commit}` |" in re.sub(" +", " ", page({name: entry}))
    assert "| `alignment` | partners | 3 |" in re.sub(" +", " ", measurements({name: entry}))


def test_what_scorers_print_is_read() -> None:
    said = (
        "1003 documents in 230 corpora, 45 repeated mentions\n"
        "muc sums, oracle             largest difference 0.00e+00\n"
        "muc, product                 largest difference 1.11e-16\n"
        "no difference above the tolerance\n\ndeliberate disagreements (no random corpus has them)\n"
        f"- {official.DELIBERATE[0].why}\n    muc: we 1, 1, 1; v8.01 1, 1, 1\n"
    )
    assert stages.differences(said) == {
        "counts": {"documents": 1003, "corpora": 230},
        "largest": {"muc sums, oracle": 0.0, "muc, product": 1.11e-16},
        "deliberate": [official.DELIBERATE[0].why],
    }
    said = (
        "deliberate: TC-A-7.response: twice\n1110 comparisons on the scorer's own files\n"
        "documents                                1,000\nmor          largest difference 0.0e+00\n"
    )
    assert stages.differences(said) == {
        "counts": {"documents": 1000},
        "largest": {"mor": 0.0},
        "deliberate": ["TC-A-7.response: twice"],
    }


def test_what_other_commands_print_is_read() -> None:
    file = "tests/conformance/test_tc.py"
    said = f"{file}::test_a[x y] PASSED [ 1%]\n{file}::test_b SKIPPED (why) [ 2%]\n"
    assert stages.passed(said) == {"files": {file: {"passed": 1, "skipped": 1}}}
    file = "tests/browser/test_browser.py"
    assert stages.seen(f"{file}::test_a PASSED [ 1%]\n") == {"files": {file: {"passed": 1}}}
    said = (
        "CoNLL                  accepted    30\nCoNLL                  refused  1,050\n"
        "CoNLL, eight columns   refused      7\n"
        "1,087 files from 90 bad cases and others, seed 12345: 0 faults,\n3 s, slowest 0.10 s\n"
    )
    readers = {"CoNLL": {"accepted": 30, "refused": 1050}, "CoNLL, eight columns": {"refused": 7}}
    totals = {"accepted": 30, "refused": 1057, "files": 1087, "seed": 12345, "faults": 0}
    assert stages.parsed(said) == {"readers": readers, **totals}
    said = (
        "7 figures of its own tests, 2 left out: 0 differ\n"
        "60 random documents: 1 scores differ; meant differences: {'by `only`, no set': 8, \"its\": 1}\n"
    )
    assert stages.as_universal_anaphora(said) == {
        "figures": 7,
        "left out": 2,
        "documents": 60,
        "differ": 1,
        "meant": {"by `only`, no set": 8, "its": 1},
    }
    said = (
        "rank killed 100 times, seed 12345: {'mixed': 60}; every file whole, all healed;\n"
        "5 foreign files untouched; nothing of ours left behind\n"
    )
    assert stages.killed(said) == {"killed": 100, "seed": 12345, "mixed": 60, "foreign": 5}
    said = "Python 3.13.0 NumPy 2.5.5    SciPy 1.18.1   jobs 1 BLAS threads 2 fb2e81929eab0734\n1 runs\n"
    assert stages.same(said)["runs"] == [
        ["Python 3.13.0", "NumPy 2.5.5", "SciPy 1.18.1", "1", "2", "fb2e81929eab0734"]
    ]
    said = "TOTAL                  9000      0   2500      0   100%\n1 skipped, 3000 passed in 9 s\n"
    assert stages.covered(said)["tests"] == 3000
    said = '{"of": 9, "seed": 1}\n{"part": "ranking", "mutants": 2}\n{"part": "slices", "mutants": 0}\n'
    assert stages.mutated(said) == {"of": 9, "seed": 1, "parts": {"ranking": {"mutants": 2}}}


@pytest.mark.parametrize(
    ("change", "known"),
    [
        (["-for a, b in zip(c, d, strict=True):", "+for a, b in zip(c, d, strict=None):"], True),
        (["-x = np.zeros(3, dtype=np.int64)", "+x = np.zeros(3, )"], True),
        (["-wins=int((apart > TOLERANCE).sum()),", "+wins=int((apart >= TOLERANCE).sum()),"], True),
        (["-wins=int((apart > TOLERANCE).sum()),", "+wins=int((apart > -TOLERANCE).sum()),"], False),
        (["-return a + b", "+return a - b"], False),
    ],
)
def test_only_known_forms_of_survivors_are_argued(change: list[str], known: bool) -> None:
    survivor = {"function": "somewhere", "change": change}
    assert (argument(survivor) is not None) == known
    assert argued([survivor]) == f"{int(known)} of 1"


@pytest.mark.parametrize(
    ("mutant", "function"),
    [
        ("leaderboard.ranking.standings.x__places__mutmut_1", "ranking.standings._places"),
        ("leaderboard.significance.resampling.x_swaps__mutmut_12", "significance.resampling.swaps"),
        (
            "leaderboard.significance.family.xǁFamilyǁ__len____mutmut_2",
            "significance.family.Family.__len__",
        ),
        (
            "leaderboard.significance.resampling.xǁProductsǁof__mutmut_3",
            "significance.resampling.Products.of",
        ),
    ],
)
def test_mutants_are_called_as_what_they_change(mutant: str, function: str) -> None:
    assert function_of(mutant) == function


def test_calibration_is_read_from_its_page() -> None:
    tables = stages.calibrated("")["tables"]
    assert sum("metric" in rows[0] for rows in tables.values()) == 4
    assert len(tables) == 12 + 6 + 8
    assert {"Units: Documents in topics", "Hard cases: What power promises"} <= set(tables)


def test_every_bold_cell_of_the_calibration_is_counted() -> None:
    bold = re.findall(r"\| \*\*", (ROOT / "docs" / "calibration.md").read_text("utf-8"))
    said = outside(stages.calibrated(""))
    assert sum(map(int, re.findall(r"\d+", said))) == len(bold) > 0


def test_tables_without_metrics_are_shown_as_on_the_page() -> None:
    rows = [{"systems": "2", "sigma": "1", "joint": "95.0 ± 1.0"}]
    entry = record.Entry("", "", "", {"tables": {"Defaults": rows}})
    assert re.search(r"\| 2 +\| +1 \| 95\.0 ± 1\.0 \|", statistics({"statistics": entry}))


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"passed": 3}, "all pass"),
        ({"passed": 3, "skipped": 2}, "all pass, 2 skipped"),
        ({"passed": 3, "skipped": 2, "failed": 1, "error": 1}, "2 fail, 2 skipped"),
    ],
)
def test_skipped_tests_did_not_fail(counts: dict[str, int], said: str) -> None:
    assert passing({"files": {"one": counts, "other": {"passed": 1}}}) == said
