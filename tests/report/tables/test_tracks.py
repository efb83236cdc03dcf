"""Tracks and phases in every form of the report."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.report.features.boards import board_tables
from leaderboard.report.files import verification as verifying
from leaderboard.report.files.contents import report_pieces
from leaderboard.report.files.verification import Verification, verification
from leaderboard.report.files.writer import write_report
from leaderboard.report.sections import all_tables, sections
from leaderboard.report.table import Table
from leaderboard.report.tables.rankings import people_table
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import texts
from tests.report.one_picture import one_picture
from tests.support.made_task import PHASES, TRACKS, made_datasets, made_phases, made_task
from tests.support.running import csv_rows

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 200, "trials": 500, "jobs": 1}
LABELS = ("open", "closed", "unconstrained", "LLM")


def phase_tables(result: RankResult) -> list[Table]:
    """All tables of the section on phases."""
    return [table for one in sections(result) if one.name == "phases" for table in all_tables(one)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("tracks") / "task"
    shutil.copytree(made_task(), target)
    with (target / "leaderboard.toml").open("a") as file:
        file.write(TRACKS)
    return target


@pytest.fixture(scope="module")
def tracks(folder: Path) -> RankResult:
    return leaderboard.rank(folder, **FEW)


@pytest.fixture(scope="module")
def phases() -> RankResult:
    return leaderboard.rank(made_phases(), **FEW)


def by_name(table: Table) -> Iterator[dict[str, str]]:
    for shown in table.shown():
        yield dict(zip(table.labels, shown, strict=True))


class TestTracks:
    def test_tracks_change_no_file_but_the_pages(self, folder: Path, tracks: RankResult) -> None:
        plain, files = texts(leaderboard.rank(made_task(), **FEW), ()), texts(tracks, ())
        assert set(files) - set(plain) == {"tracks.csv"}
        different = {name for name in plain if files[name] != plain[name]}
        assert different == {
            "leaderboard.md",
            "leaderboard.html",
            "leaderboard-appendix.tex",
            "leaderboard.json",
        }
        record, before = json.loads(files["leaderboard.json"]), json.loads(plain["leaderboard.json"])
        assert [one["board"] for one in record.pop("tracks")] == list(LABELS)
        assert before.pop("tracks") == []
        told = record.pop("warnings")
        assert told[:1] == before.pop("warnings")
        assert [(one["file"], one["line"]) for one in told[1:]] == [
            ("leaderboard.toml", 6),
            ("leaderboard.toml", 8),
        ]
        assert record == before
        assert people_table(leaderboard.rank(made_task(), **FEW)) == people_table(tracks)

    def test_side_by_side_a_system_has_its_rank_in_each_track(self, tracks: RankResult) -> None:
        table = board_tables(tracks, "track")[0]
        assert table.labels == ["System", "CoNLL", "All", *LABELS]
        ranked = {one.name: {p.system: p.rank for p in one.ranking.standings} for one in tracks.of("track")}
        ranked["All"] = {place.system: place.rank for place in tracks.primary.standings}
        shown = list(by_name(table))
        assert [row["System"] for row in shown] == [place.system for place in tracks.primary.standings]
        for row in shown:
            for label, ranks in ranked.items():
                assert row[label] == str(ranks.get(row["System"], ""))
            assert row["CoNLL"] == f"{100 * tracks.scores[row['System']]['conll'].f1:.2f}"

    def test_who_is_unbeaten_in_a_track_is_bold_there(self, tracks: RankResult) -> None:
        table = board_tables(tracks, "track")[0]
        for row, system in enumerate(row["System"] for row in by_name(table)):
            for one in tracks.of("track"):
                held = {place.system: place for place in one.ranking.standings}
                bold = system in held and held[system].low == 1 and held[system].high < len(held)
                assert ((row, f"rank_{one.name}") in table.best) == bold

    def test_each_track_has_a_ranking_of_its_own(self, tracks: RankResult) -> None:
        _, *tables = board_tables(tracks, "track")
        for table, one in zip(tables, tracks.of("track"), strict=True):
            standings = one.ranking.standings
            many = f"{len(standings)} system{'s' * (len(standings) > 1)}"
            assert table.caption == f"Track {one.name}: {many}, ranking by CoNLL, F1 in per cent"
            assert table.labels == [
                *("#", "System", "CoNLL", "95 % interval", "Rank", "Better than", "Letters")
            ]
            assert [(row[6], *row[1:3]) for row in table.rows] == [
                (place.letters, place.system, tracks.scores[place.system]["conll"].f1) for place in standings
            ]

    def test_identical_systems_share_a_number_as_in_the_main_table(self, tracks: RankResult) -> None:
        table = board_tables(tracks, "track")[3]
        assert [row[:2] for row in table.rows[:3]] == [(1, "balanced"), (1, "copy"), (3, "close")]

    def test_a_ranking_says_how_it_was_tested_and_who_is_missing(self, tracks: RankResult) -> None:
        tables = board_tables(tracks, "track")[1:]
        notes = {one.name: table.notes for one, table in zip(tracks.of("track"), tables, strict=True)}
        assert notes["open"][0] == (
            "The p-values are those of the ranking of all systems, "
            "with Shaffer's correction (logical relations between pairs) for 3 pairs of this track."
        )
        assert notes["closed"][0] == "The track has one system, so nothing was tested."
        assert notes["LLM"][-1] == "Named by the track, but not ranked: nobody."
        assert str(tables[-1].signature).startswith("that of all systems with |track:LLM|systems:")

    def test_with_a_baseline_elsewhere_nothing_was_compared(self, folder: Path) -> None:
        result = leaderboard.rank(folder, against="copy", **FEW)
        _, open_, _, whole, llm = board_tables(result, "track")
        assert open_.notes[0] == "The baseline copy is not in this track, so no pair of the track was tested."
        assert "Letters" not in open_.labels
        assert open_.best == frozenset()
        assert whole.notes[0].endswith("with Holm's correction for 7 pairs with copy of this track.")
        assert len(llm.rows) == 2

    def test_a_track_without_systems_is_named(self, tmp_path: Path) -> None:
        shutil.copytree(made_task(), tmp_path / "task")
        with (tmp_path / "task" / "leaderboard.toml").open("a") as file:
            file.write('[tracks]\nnew = ["nobody"]\nnext = []\n')
        result = leaderboard.rank(tmp_path / "task", **FEW)
        [table] = board_tables(result, "track")
        assert table.notes[0] == "No system is ranked in new, next."
        files = texts(result, ())
        assert csv_rows(files["tracks.csv"]) == []
        assert [one["systems"] for one in json.loads(files["leaderboard.json"])["tracks"]] == [[], []]

    def test_without_tracks_there_are_no_tables(self) -> None:
        result = leaderboard.rank(made_task(), **FEW)
        assert board_tables(result, "track") == phase_tables(result) == []
        files = texts(result, ())
        assert {"tracks.csv", "phases.csv"} & set(files) == set()
        assert 'id="tracks"' not in files["leaderboard.html"]
        assert 'id="phases"' not in files["leaderboard.html"]
        record = json.loads(files["leaderboard.json"])
        assert [record[name] for name in ("track", "tracks", "phase", "earlier")] == [None, [], None, []]

    def test_the_csv_has_a_row_for_each_track_and_system(self, tracks: RankResult) -> None:
        files = texts(tracks, ())
        found, whole = csv_rows(files["tracks.csv"]), csv_rows(files["leaderboard.csv"])
        f1 = {row["system"]: {name: row[name] for name in row if name.endswith("_f1")} for row in whole}
        expected = [
            (one.name, place.system, str(place.rank), str(place.low), str(place.high), place.letters)
            for one in tracks.of("track")
            for place in one.ranking.standings
        ]
        names = ("board", "system", "rank", "rank_low", "rank_high", "letters")
        assert [tuple(row[name] for name in names) for row in found] == expected
        for row in found:
            assert {name: row[name] for name in f1[row["system"]]} == f1[row["system"]]

    def test_the_json_has_the_pairs_of_each_track(self, tracks: RankResult) -> None:
        record = json.loads(texts(tracks, ())["leaderboard.json"])
        p = {(one["first"], one["second"]): one for one in record["comparisons"] if one["metric"] == "conll"}
        assert [one["entries"] for one in record["tracks"]][3] == ["e*", "copy", "nobody"]
        assert [one["absent"] for one in record["tracks"]] == [[], [], [], ["nobody"]]
        for one in record["tracks"]:
            count = len(one["systems"])
            assert len(one["comparisons"]) == count * (count - 1) // 2
            for pair in one["comparisons"]:
                whole = p[pair["first"], pair["second"]]
                assert pair["p_value"] == whole["p_value"]
                assert pair["p_adjusted"] <= whole["p_adjusted"]
            assert one["signature"].startswith(f"{record['signature']}|track:{one['board']}|")

    def test_every_form_has_them(self, tracks: RankResult) -> None:
        files = texts(tracks, ())
        for name in ("leaderboard.md", "leaderboard.html", "leaderboard-appendix.tex"):
            assert "Ranks by track, CoNLL F1 in per cent" in files[name]
            for label in LABELS:
                assert f"Track {label}: " in files[name]
        assert '<h2 id="tracks">Tracks</h2>' in files["leaderboard.html"]
        assert '<a href="#tracks">Tracks</a>' in files["leaderboard.html"]
        assert r"\label{tab:leaderboard-tracks-2}" in files["leaderboard-appendix.tex"]

    def test_names_of_tracks_are_escaped(self, tmp_path: Path) -> None:
        shutil.copytree(made_task(), tmp_path / "task")
        with (tmp_path / "task" / "leaderboard.toml").open("a") as file:
            file.write("[tracks]\n'<b>|*_%&=' = ['*']\n'=1+1' = ['copy']\n")
        files = texts(leaderboard.rank(tmp_path / "task", **FEW), ())
        assert "<b>" not in files["leaderboard.html"].replace("<bdi>", "")
        assert r"&lt;b&gt;\|\*\_%&amp;=" in files["leaderboard.md"]
        assert r"\textless{}b\textgreater{}\textbar{}{*}\_\%\&=" in files["leaderboard-appendix.tex"]
        assert {row["board"] for row in csv_rows(files["tracks.csv"])} == {"<b>|*_%&=", "'=1+1"}

    def test_a_track_alone_is_called_so(self, folder: Path) -> None:
        result = leaderboard.rank(folder, track="LLM", **FEW)
        assert people_table(result).caption == "Ranking by CoNLL in the track LLM, F1 in per cent"
        record = json.loads(texts(result, ())["leaderboard.json"])
        assert record["track"] == "LLM"
        assert [one["system"] for one in record["systems"]] == ["copy", "eager"]

    def test_over_datasets_the_mean_counts(self, tmp_path: Path) -> None:
        shutil.copytree(made_datasets(), tmp_path / "task")
        with (tmp_path / "task" / "leaderboard.toml").open("a") as file:
            file.write(TRACKS)
        result = leaderboard.rank(tmp_path / "task", **FEW)
        for row in by_name(board_tables(result, "track")[0]):
            assert row["CoNLL"] == f"{100 * result.scores[row['System']]['conll'].f1:.2f}"


class TestPhases:
    def test_side_by_side_a_system_has_its_score_and_rank_in_each(self, phases: RankResult) -> None:
        table = phase_tables(phases)[0]
        assert table.labels == ["Track", "System", *PHASES]
        expected = []
        for number, track in enumerate(("All", *LABELS)):
            held = [
                {
                    place.system: f"{100 * place.score:.2f} ({place.rank})"
                    for place in (one.of("track")[number - 1].ranking if number else one.primary).standings
                }
                for one in phases.phases
            ]
            systems = dict.fromkeys([*held[1], *held[0]])
            expected += [[track, system, *(own.get(system, "") for own in held)] for system in systems]
        assert table.shown() == expected
        tracks = [row[0] for row in expected]
        assert table.groups == {row for row in range(1, len(tracks)) if tracks[row] != tracks[row - 1]}
        for row, (track, system, *_) in enumerate(expected):
            for one in phases.phases:
                ranking = one.primary if track == "All" else one.of("track")[LABELS.index(track)].ranking
                held = {place.system: place for place in ranking.standings}
                bold = system in held and held[system].low == 1 and held[system].high < len(held)
                assert ((row, f"conll_f1_{one.phase}") in table.best) == bold

    def test_without_tracks_systems_stand_alone(self, tmp_path: Path) -> None:
        folder = Path(shutil.copytree(made_phases(), tmp_path / "task"))
        file = folder / "leaderboard.toml"
        file.write_text(file.read_text().replace(TRACKS, ""))
        result = leaderboard.rank(folder, **FEW)
        table = phase_tables(result)[0]
        assert table.labels == ["System", *PHASES]
        assert len(table.rows) == 5
        assert table.groups == frozenset()
        files = texts(result, ())
        assert "tracks.csv" not in files
        assert [row["board"] for row in csv_rows(files["phases.csv"])] == [
            *("test" for _ in result.scores),
            *("development" for _ in result.earlier[0].scores),
        ]

    def test_systems_stand_in_the_order_of_the_last_phase(self, tmp_path: Path) -> None:
        folder = Path(shutil.copytree(made_phases(), tmp_path / "task"))
        shutil.copy(folder / "dev" / "balanced.conll", folder / "dev" / "first.conll")
        table = phase_tables(leaderboard.rank(folder, **FEW))[0]
        systems = [row[1] for row in table.rows if row[0] == "All"]
        assert systems == ["balanced", "copy", "close", "precise", "eager", "first"]

    def test_each_earlier_phase_has_its_tables(self, phases: RankResult) -> None:
        captions = [table.caption for table in phase_tables(phases)[1:]]
        assert captions[0] == "Ranking by CoNLL in the phase development, F1 in per cent"
        assert captions[1] == "Ranks by track in the phase development, CoNLL F1 in per cent"
        assert captions[2].startswith("Track open in the phase development: 3 systems, ranking by CoNLL")
        assert all("phase development" in caption for caption in captions)
        assert "Track LLM" not in "".join(captions[:-1])

    def test_each_earlier_phase_is_signed_and_tells_what_was_rejected(self, tmp_path: Path) -> None:
        folder = Path(shutil.copytree(made_phases(), tmp_path / "task"))
        (folder / "dev" / "odd.conll").write_text("#begin document (x); part 000\n")
        result = leaderboard.rank(folder, **FEW)
        files = texts(result, ())
        [earlier] = result.earlier
        for name in ("leaderboard.md", "leaderboard.html", "leaderboard-appendix.tex"):
            assert "Rejected submissions" in files[name]
            assert "odd.conll" in files[name]
            plain = re.sub(r"\\textbar\{\}|\\\|", "|", files[name]).replace("\\allowbreak{}", "")
            assert earlier.signature.partition("|key:")[2] in plain
        assert "<h3>development</h3>" in files["leaderboard.html"]

    def test_the_last_phase_is_named_in_its_ranking(self, phases: RankResult) -> None:
        assert people_table(phases).caption == "Ranking by CoNLL in the phase test, F1 in per cent"
        assert board_tables(phases, "track")[1].caption.startswith("Track open in the phase test: 3 systems")

    def test_datasets_and_settings_of_an_earlier_phase_say_whose_they_are(self, tmp_path: Path) -> None:
        text = ""
        for name in PHASES:
            shutil.copytree(made_datasets(), tmp_path / name)
            text += f'[phases.{name}]\nkey = "{name}/key"\nsubmissions = "{name}"\n'
        (tmp_path / "leaderboard.toml").write_text(text)
        result = leaderboard.rank(tmp_path, settings="exact,exact-singletons", **FEW)
        captions = [table.caption for table in phase_tables(result)[2:]]
        assert captions[0].startswith("Phase development: CoNLL F1 by dataset and the mean over 3 datasets")
        assert captions[1].startswith("Phase development: CoNLL F1 by setting")
        assert len(captions) == 4

    def test_the_json_has_each_earlier_phase_whole(self, phases: RankResult) -> None:
        record = json.loads(texts(phases, ())["leaderboard.json"])
        [earlier] = record["earlier"]
        assert (record["phase"], earlier["phase"]) == ("test", "development")
        assert (record["key"], earlier["key"]) == ("key.conll", "key.conll")
        assert list(earlier) == list(record)
        alone = leaderboard.rank(made_phases(), phase="development", **FEW)
        whole = json.loads(texts(alone, ())["leaderboard.json"])
        # Tracks are told of with the last phase.
        assert earlier.pop("warnings") == [one for one in whole.pop("warnings") if one["line"] is None]
        assert whole == earlier

    def test_every_form_has_them(self, phases: RankResult) -> None:
        files = texts(phases, ())
        for name in ("leaderboard.md", "leaderboard.html", "leaderboard-appendix.tex"):
            for table in phase_tables(phases):
                assert table.caption in files[name]
        assert '<h2 id="phases">Phases</h2>' in files["leaderboard.html"]
        assert r"\label{tab:leaderboard-phases}" in files["leaderboard-appendix.tex"]

    def test_an_organiser_of_one_phase_has_no_table_of_phases(self) -> None:
        result = leaderboard.rank(made_phases(), phase="development", **FEW)
        assert phase_tables(result) == []
        assert "phases.csv" not in texts(result, ())


class TestVerification:
    def written(self, folder: Path, result: RankResult) -> Path:
        write_report(result, report_pieces(result, one_picture(result)), folder / "reports")
        return folder / "reports"

    def verified(self, folder: Path, **options: Any) -> Verification:
        return verification(self.written(folder, leaderboard.rank(folder / "task", **FEW, **options)))

    @pytest.fixture
    def place(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setattr(verifying, "pictures", one_picture)
        shutil.copytree(made_phases(), tmp_path / "task")
        return tmp_path

    @pytest.mark.parametrize(
        "options",
        [
            {},
            {"phase": "development"},
            {"track": "open"},
            {"phase": "test", "track": "LLM"},
            {"against": "copy"},
        ],
    )
    def test_reports_of_phases_and_tracks_are_built_again(self, place: Path, options: dict[str, Any]) -> None:
        found = self.verified(place, **options)
        assert found.problems == ()
        assert found.files >= 10

    def test_the_environment_has_no_say_and_a_changed_file_is_named_first(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        report = self.written(place, leaderboard.rank(place / "task", **FEW))
        monkeypatch.setenv("LEADERBOARD_KEY", str(place / "task" / "dev" / "key.conll"))
        monkeypatch.setenv("LEADERBOARD_PHASE", "development")
        assert verification(report).problems == ()
        file = place / "task" / "leaderboard.toml"
        file.write_text(file.read_text().replace('"close", ', ""))
        assert verification(report).problems[0].file == "leaderboard.toml"

    def test_a_stated_key_is_the_one_that_is_read_again(self, place: Path) -> None:
        shutil.move(place / "task" / "dev" / "key.conll", place / "other.conll")
        found = self.verified(place, phase="development", key=str(place / "other.conll"))
        assert found.problems == ()

    def test_inputs_of_all_phases_are_compared(self, place: Path) -> None:
        report = self.written(place, leaderboard.rank(place / "task", **FEW))
        shutil.copy(place / "task" / "dev" / "close.conll", place / "task" / "dev" / "new.conll")
        (place / "task" / "test" / "eager.conll").unlink()
        found = [f"{one.file}: {one.what}" for one in verification(report).problems[:2]]
        assert found == [
            "dev/new.conll: this input is new since the report was written",
            "test/eager.conll: this input is gone since the report was written",
        ]

    def test_each_key_must_be_there(self, place: Path) -> None:
        report = self.written(place, leaderboard.rank(place / "task", **FEW))
        (place / "task" / "dev" / "key.conll").unlink()
        with pytest.raises(NothingToDo, match=r"dev/key\.conll: not found; put the key where it was when"):
            verification(report)

    def test_the_record_says_where_the_phases_were(self, place: Path) -> None:
        record = json.loads(
            (self.written(place, leaderboard.rank(place / "task", **FEW)) / "provenance.json").read_text()
        )
        assert record["phases"] == {
            "development": {"key": "dev/key.conll", "submissions": "dev"},
            "test": {"key": "test/key.conll", "submissions": "test"},
        }
        assert (record["submissions"], record["key"]) == ("../task", "test/key.conll")
        assert list(record["inputs"]) == sorted(record["inputs"])

    @pytest.mark.parametrize(
        ("member", "value"),
        [
            ("phases", {"test": "x"}),
            ("phases", {"test": {"key": "k"}}),
            ("phases", {"test": {"key": "k\0", "submissions": "s"}}),
        ],
    )
    def test_a_record_that_is_none_is_refused(self, place: Path, member: str, value: object) -> None:
        report = self.written(place, leaderboard.rank(place / "task", phase="test", **FEW))
        file = report / "provenance.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), member: value}))
        with pytest.raises(InputError, match="not a record of a report"):
            verification(report)

    def test_no_report_goes_among_the_submissions_of_a_phase(self, place: Path) -> None:
        result = leaderboard.rank(place / "task", **FEW)
        for name in ("dev", "test"):
            with pytest.raises(UsageError, match="holds the submissions; choose another output"):
                write_report(result, (), place / "task" / name)
