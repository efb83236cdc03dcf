"""From files to sums: what is read how, what is rejected, and what a signature says."""

from __future__ import annotations

import functools
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, NothingToDo
from leaderboard.formats.limits import WITHOUT_KEY, bounds_beside
from leaderboard.options import read_options
from leaderboard.scoring.key import chosen_metrics, read_key, signature
from leaderboard.scoring.pool import score_responses
from leaderboard.scoring.response import response_digest
from leaderboard.scoring.scored import Detail, score_response
from leaderboard.submissions import Rejection, open_submission
from leaderboard.tasks.scored_task import task_of_responses
from leaderboard.tasks.task import scores_of
from tests.support import small_task
from tests.support.small_task import BROKEN, FAIR, KEY, SHORT


@pytest.fixture
def task(tmp_path: Path) -> Path:
    small_task.write(tmp_path, key=KEY, fair=FAIR, short=SHORT, broken=BROKEN)
    return tmp_path


def signed(folder: Path, **options: Any) -> str:
    settled = read_options(options)
    return signature(read_key(folder / "key.conll", settled), settled, "1.2.3")


def test_metrics_are_shown_in_one_order() -> None:
    chosen = chosen_metrics(read_options({"metric": ["rand", "conll", "muc"]}))
    assert [metric.name for metric in chosen] == ["muc", "conll", "rand"]


def test_sums_of_averaged_metrics_stand_one_after_the_other(task: Path) -> None:
    options = read_options({"metric": ["conll", "bcub"]})
    scored = score_response(
        read_key(task / "key.conll", options),
        open_submission(task / "fair.conll", False),
        options,
        chosen_metrics(options),
    )
    assert list(scored.sums) == ["bcub", "conll", "bcub weight", "conll weight"]
    assert scored.sums["conll"].shape == (10, 3)
    assert scored.sums["conll"][:3].sum(axis=1).tolist() == [1, 3, 3]
    assert np.array_equal(scored.sums["conll"][3:7], scored.sums["bcub"])
    assert scored.sums["conll"][8:].sum(axis=1).tolist() == [6, 5]


@pytest.mark.parametrize("name", ["fair", "key"])
def test_a_response_is_known_by_its_hash_before_it_is_scored(task: Path, name: str) -> None:
    options = read_options({"metric": ["muc"]})
    key = read_key(task / "key.conll", options)
    submission = open_submission(task / f"{name}.conll", False)
    scored = score_response(key, submission, options, chosen_metrics(options), Detail(hashed=True))
    assert scored.digest == response_digest(key, submission, options)


@pytest.mark.parametrize("text", ["", BROKEN])
def test_a_broken_key_stops_everything(tmp_path: Path, text: str) -> None:
    small_task.write(tmp_path, key=text)
    with pytest.raises(NothingToDo) as caught:
        read_key(tmp_path / "key.conll", read_options({}))
    assert str(caught.value).startswith(f"the key cannot be read: {tmp_path / 'key.conll'}")


@pytest.mark.parametrize("name", ["folder", "nowhere"])
def test_a_key_that_is_no_file_is_said_to_be_the_key(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(NothingToDo, match="^the key cannot be read: .*" + name):
        read_key(tmp_path / name, read_options({}))


def test_a_key_may_be_larger_than_anything_that_is_read_without_one(tmp_path: Path) -> None:
    documents = "".join(
        f"#begin document ({number})\n#end document\n" for number in range(WITHOUT_KEY.parts + 1)
    )
    text = documents + "\n" * WITHOUT_KEY.lines
    small_task.write(tmp_path, key=text)
    key = read_key(tmp_path / "key.conll", read_options({}))
    assert len(key.corpora[""].parts) == WITHOUT_KEY.parts + 1
    assert key.bounds == bounds_beside(0, WITHOUT_KEY.parts + 1)


def test_what_a_response_may_hold_depends_on_the_whole_key(tmp_path: Path) -> None:
    small_task.write(tmp_path / "key", de=KEY, en=KEY)
    assert read_key(tmp_path / "key", read_options({})).bounds == bounds_beside(30, 6)
    small_task.write(tmp_path, long=KEY + "\n" * 100_048, longer=KEY + "\n" * 100_049, alone=KEY)
    responses = [tmp_path / "long.conll", tmp_path / "longer.conll"]
    options = read_options({"key": str(tmp_path / "alone.conll")})
    (rejected,) = task_of_responses(responses, options).rejected
    assert (rejected.system, rejected.problem.what) == ("longer", "more than 100,072 lines")


def test_what_takes_too_much_memory_is_rejected(task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise MemoryError

    key = read_key(task / "key.conll", read_options({}))
    monkeypatch.setattr("leaderboard.scoring.response.faultless", read)
    found = score_responses(key, [open_submission(task / "fair.conll", False)], read_options({}), ())
    [outcome] = found
    assert isinstance(outcome, Rejection)
    assert outcome.problem.what == "it needs more memory than is available"


def test_a_signature_names_all_that_can_change_a_score(task: Path) -> None:
    fields = dict(field.split(":", 1) for field in signed(task).split("|"))
    digest = fields.pop("key")
    assert fields == {
        "leaderboard": "1.2.3",
        "format": "conll",
        "match": "exact",
        "singletons": "keep",
        "duplicates": "first",
        "missing": "error",
        "blanc": "conll",
        "blanc-weight": "0.5",
        "lea-importance": "size",
    }
    assert len(digest) == 12
    assert set(digest) <= set("0123456789abcdef")


def lateness(side: Corpus) -> Any:
    return np.ones(side.entities)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"singletons": "drop"}, "singletons:drop"),
        ({"duplicates": "error"}, "duplicates:error"),
        ({"missing": "empty"}, "missing:empty"),
        ({"offsets": "char"}, "offsets:char"),
        ({"ends": "exclusive"}, "ends:exclusive"),
        ({"blanc": "luo2014"}, "blanc:luo2014"),
        ({"blanc_weight": 0.1234567}, "blanc-weight:0.1234567"),
        ({"lea_importance": "one"}, "lea-importance:one"),
        ({"word_column": 4}, "word-column:4"),
    ],
)
def test_an_option_that_can_change_a_score_changes_the_signature(
    task: Path, options: dict[str, Any], field: str
) -> None:
    changed = set(signed(task, **options).split("|")) - set(signed(task).split("|"))
    assert changed == {field}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"da_weights": "NP=.75,PRO=.25"}, "da-weights:NP=0.75,PRO=0.25"),
        ({"da_response": "untyped"}, "da-response:untyped"),
        ({"da_match": "greedy"}, "da-match:greedy"),
    ],
)
@pytest.mark.parametrize("asked", [{"metric": ["da"]}, {"errors": True}, {"lea_importance": "class"}])
def test_options_of_classes_are_signed_where_classes_matter(
    task: Path, asked: dict[str, Any], options: dict[str, Any], field: str
) -> None:
    changed = set(signed(task, **asked, **options).split("|")) - set(signed(task, **asked).split("|"))
    assert changed == {field}
    assert signed(task, **options) == signed(task)


def double(side: Corpus) -> Any:
    return 2 * lateness(side)


def test_a_function_is_signed_by_its_name_and_by_what_it_does(task: Path) -> None:
    double.__name__ = "lateness"
    one, other = (signed(task, lea_importance=function) for function in (lateness, double))
    assert "lea-importance:lateness()@" in one
    assert "lea-importance:lateness()@" in other
    assert one != other
    assert "lea-importance:partial()@" in signed(task, lea_importance=functools.partial(lateness))


@pytest.mark.parametrize(
    "options",
    [
        {"metric": ["lea"]},
        {"primary": "lea"},
        {"jobs": 1},
        {"da_weights": "PN=0.6,NP=0.3,PRO=0.1"},
        {"check_words": False},
        {"key": "other"},
    ],
)
def test_other_options_do_not(task: Path, options: dict[str, Any]) -> None:
    assert signed(task, **options) == signed(task)


def test_the_key_is_signed_by_its_content(task: Path, tmp_path: Path) -> None:
    plain = signed(task)
    other = tmp_path / "other"
    other.mkdir()
    (other / "key.conll.gz").write_bytes(gzip.compress(KEY.encode()))
    options = read_options({})
    assert signature(read_key(other / "key.conll.gz", options), options, "1.2.3") == plain
    small_task.write(other, key=FAIR)
    assert signed(other) != plain


def test_a_signature_names_the_format_of_the_key(tmp_path: Path) -> None:
    record = {"doc_key": "a", "sentences": [["Ann", "sees", "her"]], "clusters": [[[0, 0], [2, 2]]]}
    (tmp_path / "key.conll").write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert "|format:jsonlines|" in signed(tmp_path)


def test_clusters_that_were_not_read_are_no_repair(tmp_path: Path) -> None:
    for name in ("key", "response"):
        one = {"doc_key": "x", "sentences": [["a"]], "clusters": [], "predicted_clusters": [[[0, 0]]]}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(one))
    result = leaderboard.score(tmp_path / "response.jsonl", key=tmp_path / "key.jsonl")
    assert (result.key_repairs, result.systems[0].repairs) == (0, 0)
    assert {Path(one.file).name for one in result.warnings} == {"key.jsonl", "response.jsonl"}


def test_repairs_are_all_counted_though_only_the_first_are_told(tmp_path: Path) -> None:
    repeated = KEY.replace("(2)", "|".join(["(2)"] * 1001), 1)
    small_task.write(tmp_path, key=KEY, many=repeated)
    key = read_key(tmp_path / "key.conll", read_options({}))
    submission = open_submission(tmp_path / "many.conll", False)
    options = read_options({"metric": ["muc"]})
    scored = score_response(key, submission, options, chosen_metrics(options))
    assert scored.found.repairs == 1000
    more = KEY.replace("(2)", "|".join(["(2)"] * 1003), 1)
    small_task.write(tmp_path, many=more)
    scored = score_response(key, submission, options, chosen_metrics(options))
    assert scored.found.repairs == 1002
    # The response is the key as well.
    assert (scored.warnings[-1].what, scored.warnings[-1].count) == ("3 more warnings about this file", 3)


class TestDatasets:
    """A key in a folder with the fair task as ``de`` and another as ``en``."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        small_task.write(tmp_path / "key", de=KEY, en=SHORT)
        small_task.write(tmp_path / "s", de=FAIR, en=SHORT)
        return tmp_path

    def scored(self, folder: Path, **options: Any) -> Any:
        settled = read_options({"metric": ["bcub", "conll"], **options})
        key = read_key(folder / "key", settled)
        submission = open_submission(folder / "s", False)
        return score_response(key, submission, settled, chosen_metrics(settled))

    def test_the_hash_is_that_of_all_datasets(self, folder: Path) -> None:
        options = read_options({"metric": ["muc"]})
        key = read_key(folder / "key", options)
        submission = open_submission(folder / "s", False)
        scored = score_response(key, submission, options, chosen_metrics(options), Detail(hashed=True))
        assert scored.digest == response_digest(key, submission, options)
        (folder / "s" / "en.conll").write_text(KEY)
        assert scored.digest != response_digest(key, submission, options)

    def test_sums_of_datasets_stand_one_after_the_other_on_the_axis_of_parts(self, folder: Path) -> None:
        options = read_options({"metric": ["bcub", "conll"]})
        metrics = chosen_metrics(options)
        alone = [
            score_response(
                read_key(folder / "key" / f"{name}.conll", options),
                open_submission(folder / "s" / f"{name}.conll", False),
                options,
                metrics,
            )
            for name in ("de", "en")
        ]
        together = self.scored(folder)
        for name in ("bcub", "conll"):
            joined = np.concatenate([one.sums[name] for one in alone], axis=-1)
            assert np.array_equal(together.sums[name], joined)

    def test_missing_parts_and_errors_are_added(self, folder: Path) -> None:
        (folder / "s" / "de.conll").write_text(SHORT, encoding="utf-8")
        found = self.scored(folder, missing="empty", errors=True)
        assert found.found.missing == 2
        assert (found.errors.counts.possible, found.errors.counts.missing) == (4, 2)
        assert sum(counts.possible for counts in found.errors.by_class.values()) == 4
        assert found.errors.missed == 6

    def test_a_dataset_that_is_missing_rejects_the_submission(self, folder: Path) -> None:
        (folder / "s" / "de.conll").rename(folder / "s" / "fr.conll")
        with pytest.raises(InputError) as caught:
            self.scored(folder)
        assert [problem.what for problem in caught.value.problems] == [
            "1 of 2 files has a name that the key lacks: fr (the key: de, en)",
        ]

    def test_the_hash_of_a_key_covers_all_its_files_and_is_the_files_own_if_there_is_one(
        self, folder: Path
    ) -> None:
        options = read_options({})
        both = read_key(folder / "key", options)
        (folder / "key" / "en.conll").write_text(FAIR, encoding="utf-8")
        assert read_key(folder / "key", options).digest != both.digest
        (folder / "key" / "en.conll").unlink()
        assert read_key(folder / "key", options).digest == read_key(folder / "key/de.conll", options).digest

    def test_parts_know_their_dataset_and_the_score_is_the_mean(self, folder: Path) -> None:
        options = read_options({"metric": ["bcub"], "key": str(folder / "key")})
        task = task_of_responses([folder / "s"], options)
        assert [part.dataset for part in task.sheet.parts] == ["de", "de", "de", "en"]
        assert scores_of(task.sheet)["s"]["bcub"].f1 == pytest.approx((39 / 53 + 1) / 2, abs=1e-12)
        assert task.key == str(folder / "key")


def test_of_many_repairs_the_first_are_kept_and_all_counted(tmp_path: Path) -> None:
    cells = "|".join(["(7)"] * 1500)
    text = KEY.replace("\t-\n", f"\t{cells}\n", 1)
    small_task.write(tmp_path, key=KEY, many=text)
    options = read_options({})
    found = score_response(
        read_key(tmp_path / "key.conll", options),
        open_submission(tmp_path / "many.conll", False),
        options,
        chosen_metrics(options),
    )
    assert found.found.repairs == 1499
    assert len(found.warnings) == 1001
    assert found.warnings[-1].what == "499 more warnings about this file"


NARROW = "#begin document (d);\n{}\n#end document\n"
COLUMNS = {"one": "(1)", "two": "m1\t(1)", "other": "m9\t(1)", "five": "d\t0\t0\tm1\t(1)"}


@pytest.mark.parametrize(
    ("key", "response", "why"),
    [
        ("two", "two", None),
        ("five", "five", None),
        ("two", "one", "this file has no column of words; add the column of words, or, to accept"),
        ("one", "one", "this file has no column of words; add the column of words, or, to accept"),
        ("one", "two", "the key has no column of words; to accept this, use --no-check-words"),
        ("other", "five", "this file and the key have different columns; to accept this"),
        ("five", "other", "this file and the key have different columns; to accept this"),
    ],
)
def test_words_that_cannot_be_compared_are_told_of(
    tmp_path: Path, key: str, response: str, why: str | None
) -> None:
    (tmp_path / "key.conll").write_text(NARROW.format(COLUMNS[key]))
    (tmp_path / "one.conll").write_text(NARROW.format(COLUMNS[response]))
    for check_words in (True, False):
        options = read_options({"key": str(tmp_path / "key.conll"), "check_words": check_words})
        told = map(str, task_of_responses([tmp_path / "one.conll"], options).warnings)
        warnings = [line for line in told if "as the key" not in line]
        assert len(warnings) == (check_words and why is not None)
        assert all(f"one.conll: words are not compared with the key's: {why}" in line for line in warnings)
