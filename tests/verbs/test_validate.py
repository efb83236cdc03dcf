"""``leaderboard.validate``: everything that is wrong with a submission, of every file of it."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.submissions import Submission, archives
from leaderboard.verbs.validate import Validation
from tests.formats.corefud.texts import corefud
from tests.support import small_task
from tests.support.bad_inputs import archive
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, OPEN, RIGHT, part, parts

TWICE = parts(("(1", "1)", "-", "(1)|(2)", "(2)"), RIGHT, RIGHT)


@pytest.fixture(autouse=True)
def task(here: Path) -> Path:
    small_task.write(here, key=KEY, fair=FAIR, broken=BROKEN, twice=TWICE)
    return here


def validated(name: str, **options: object) -> Validation:
    (system,) = leaderboard.validate(name, **options).systems
    return system


def found(name: str, **options: object) -> list[str]:
    return [f"{finding.severity} {finding.problem}" for finding in validated(name, **options).findings]


def test_an_acceptable_submission() -> None:
    result = leaderboard.validate("fair.conll")
    assert (result.key, result.acceptable) == ("key.conll", 1)
    [system] = result.systems
    assert system == Validation("fair", (), 0, 0, system.contents)


def test_some_are_acceptable_and_some_are_not() -> None:
    result = leaderboard.validate("fair.conll", "broken.conll")
    assert [system.acceptable for system in result.systems] == [True, False]
    assert result.acceptable == 1


def test_missing_extra_and_changed_parts_are_all_named() -> None:
    text = part("a", 0, RIGHT).replace("dog", "cat") + part("c", 0, RIGHT) + part("d", 0, RIGHT)
    small_task.write(Path(), bad=text)
    assert [line.partition("; ")[0] for line in found("bad.conll")] == [
        "error bad.conll:9: c (part 0) is not in the key key.conll",
        "error bad.conll:17: d (part 0) is not in the key key.conll",
        "error bad.conll: 2 parts are missing: a (part 1), b (part 0)",
        "error bad.conll:6: the word 'cat' is 'dog' in the key (key.conll:6)",
    ]


def test_repairs_are_warnings_unless_refused() -> None:
    of_key, line = found("twice.conll")
    assert of_key.startswith("warning twice.conll: the same mentions and entities as the key")
    assert line.startswith("warning twice.conll:5: the mention of tokens 3 to 3 is in two entities")
    assert validated("twice.conll").acceptable
    assert not validated("twice.conll", duplicates="error").acceptable


NONE = "no mentions; check that the output of the system was written"
COPY = "the same mentions and entities as {}; check that no output was submitted twice"


def test_likely_mistakes_are_warnings(task: Path) -> None:
    small_task.write(task, none=parts(NOTHING, NOTHING, NOTHING), gold=KEY)
    assert found("none.conll") == [f"warning none.conll: {NONE}"]
    [gold] = found("gold.conll")
    assert gold.startswith("warning gold.conll: the same mentions and entities as the key; check")
    assert [validated(name).acceptable for name in ("none.conll", "gold.conll")] == [True, True]


def test_likely_offsets_are_a_warning(task: Path) -> None:
    words = ["Ann", "sees", "her", "dog", "."]
    gold = {"doc_key": "a", "sentences": [words], "clusters": [[[0, 1], [2, 2]], [[3, 3]]]}
    (task / "key.jsonl").write_text(json.dumps(gold))
    shifted = gold | {"clusters": [[[1, 2], [3, 3]], [[4, 4]]]}
    (task / "shifted.jsonl").write_text(json.dumps(shifted))
    [warning] = found("shifted.jsonl", key="key.jsonl")
    assert warning.startswith("warning shifted.jsonl: offsets seem to begin at 1 (3 of 3 mentions")


def test_other_spans_are_a_warning_by_the_first_setting(task: Path) -> None:
    for name, cells in {"gold": ("1 (a", "2 a)", "3 (a)"), "spans": ("1 (a)", "2", "3 (a)")}.items():
        (task / f"{name}.conllu").write_bytes(corefud(*cells))
    (task / "leaderboard.toml").write_text('settings = ["head", "exact"]')
    [spans] = found("spans.conllu", key="gold.conllu", heads="file")
    assert spans.startswith("warning spans.conllu: all mentions match, but 1 of 2 has another span")
    (task / "leaderboard.toml").write_text('settings = ["exact", "head"]')
    assert not found("spans.conllu", key="gold.conllu", heads="file")


def test_identical_submissions_name_each_other() -> None:
    small_task.write(Path(), again=FAIR)
    systems = leaderboard.validate("fair.conll", "again.conll", "twice.conll", "broken.conll").systems
    assert [str(finding.problem) for one in systems[:2] for finding in one.findings] == [
        f"fair.conll: {COPY.format('again')}",
        f"again.conll: {COPY.format('fair')}",
    ]
    assert [one.warnings for one in systems] == [1, 1, 2, 0]
    assert not found("fair.conll")
    assert [one.warnings for one in leaderboard.validate("fair.conll", "fair.conll").systems] == [0, 0]


def test_likely_mistakes_come_before_repairs() -> None:
    small_task.write(Path(), again=TWICE)
    for one in leaderboard.validate("twice.conll", "again.conll").systems:
        assert [finding.problem.line for finding in one.findings] == [0, 0, 5]


def test_all_are_counted() -> None:
    lines = [f"a\t0\t{number}\tw\tNN\t{number})" for number in range(60)]
    text = "\n".join(["#begin document (a); part 000", *lines, "#end document", ""])
    small_task.write(Path(), many=text)
    many = validated("many.conll")
    assert (len(many.findings), many.errors, many.more) == (62, 62, 0)


def test_without_a_key_only_the_form_is_checked(tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    small_task.write(alone, short=part("z", 0, RIGHT), broken=BROKEN)
    (tmp_path / "key.conll").unlink()
    result = leaderboard.validate(alone / "short.conll", alone / "broken.conll")
    assert result.key is None
    assert [system.acceptable for system in result.systems] == [True, False]


def test_a_stated_key_must_be_there_and_whole() -> None:
    with pytest.raises(NothingToDo, match="no such key"):
        leaderboard.validate("fair.conll", key="nowhere")
    with pytest.raises(NothingToDo, match="the key cannot be read"):
        leaderboard.validate("fair.conll", key="broken.conll")


def test_each_file_of_a_submission_is_checked_though_others_are_bad() -> None:
    small_task.write(Path("key"), de=KEY, en=KEY)
    Path("key.conll").unlink()
    files = {"de.conll": BROKEN, "fr.conll": FAIR, "en.conll": FAIR.replace("dog", "cat", 1)}
    Path("s.zip").write_bytes(archive(*files.items()))
    assert [line.partition(";")[0] for line in found("s.zip")] == [
        "error s.zip/fr.conll: 1 of 3 files has a name that the key lacks: fr (the key: de, en)",
        "error s.zip/de.conll:2: the bracket '(1' is never closed",
        "error s.zip/en.conll:6: the word 'cat' is 'dog' in the key (key/en.conll:6)",
    ]


def test_files_that_are_no_dataset_of_the_key_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()
    bounded = archives._bounded

    def noted(archive: ZipFile, info: ZipInfo, path: Path, most: int) -> bytes:
        read.append(info.filename)
        return bounded(archive, info, path, most)

    monkeypatch.setattr(archives, "_bounded", noted)
    Path("s.zip").write_bytes(archive(("a.conll", FAIR), ("b.conll", FAIR)))
    (line,) = found("s.zip")
    assert line == "error s.zip: 2 files, but the key is a single file: a.conll, b.conll; submit one file"
    assert not read
    Path("key.conll").unlink()
    found("s.zip")
    assert read == ["a.conll", "b.conll"]


def test_an_archive_that_goes_away_is_a_problem_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("s.zip").write_bytes(archive(("a.conll", FAIR)))
    on = Submission.on

    def late(
        submission: Submission, datasets: Collection[str], others: Collection[str], may_lack: bool
    ) -> Submission:
        Path("s.zip").unlink()
        return on(submission, datasets, others, may_lack)

    monkeypatch.setattr(Submission, "on", late)
    (line,) = found("s.zip")
    assert line.startswith("error s.zip: cannot be read: no such file or directory; ")


def test_names_and_links_are_problems_like_others() -> None:
    Path("link").symlink_to("fair.conll")
    (line,) = found("link")
    assert line.startswith("error link: a symbolic link; ")
    assert validated("link", follow_symlinks=True).acceptable


def test_no_response_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match=r"^no response given; name at least one file$"):
        leaderboard.validate()


def short(name: str, **options: object) -> list[str]:
    """Line, column and fault of each finding."""
    problems = (finding.problem for finding in validated(name, **options).findings)
    return [f"{problem.line}:{problem.column} {problem.what}" for problem in problems]


class TestFaultsOfFormHideNoOthers:
    def test_missing_extra_and_changed_parts_of_conll(self) -> None:
        text = part("a", 0, OPEN).replace("dog", "cat") + part("c", 0, RIGHT)
        small_task.write(Path(), bad=text)
        assert short("bad.conll") == [
            "2:15 the bracket '(1' is never closed",
            "9:0 c (part 0) is not in the key key.conll",
            "0:0 2 parts are missing: a (part 1), b (part 0)",
            "6:7 the word 'cat' is 'dog' in the key (key.conll:6)",
        ]

    def test_the_text_of_a_part_that_was_not_read_whole_is_not_compared(self) -> None:
        lines = FAIR.splitlines(keepends=True)
        lines[3], lines[11], lines[20] = "a\t-\n", "a\t1\t2\t\0\tVBZ\t-\n", "b\t0\t3\tx\tPRP$\t(2)\n"
        small_task.write(Path(), bad="".join(lines))
        assert short("bad.conll") == [
            "4:0 2 columns, but this file needs at least 5",
            "12:7 a NUL byte",
            "21:7 the word 'x' is 'her' in the key (key.conll:21)",
        ]

    def test_documents_without_a_name_may_be_those_that_are_missing(self) -> None:
        lines = FAIR.splitlines(keepends=True)
        lines[0] = "#begin document\n"
        small_task.write(Path(), bad="".join(lines), worse="".join(lines[:16]))
        assert short("bad.conll") == ["1:0 the document name is missing"]
        assert short("worse.conll") == [
            "1:0 the document name is missing",
            "0:0 2 parts are missing: a (part 0), b (part 0)",
        ]

    def test_a_header_that_is_no_text_may_be_one_that_is_missing(self) -> None:
        Path("bad.conll").write_bytes(FAIR.encode().replace(b"(b)", b"(\xe9b)"))
        assert short("bad.conll") == ["17:18 this line is not UTF-8", "18:0 text outside a document"]

    def test_a_part_twice_is_not_an_extra_one(self) -> None:
        small_task.write(Path(), bad=FAIR + part("a", 0, RIGHT).replace("dog", "cat"))
        assert short("bad.conll") == ["25:0 a (part 0) occurs twice in this file (first on line 1)"]

    def test_after_a_bound_no_part_is_missing(self) -> None:
        many = "|".join(f"({number}" for number in range(10_001))
        small_task.write(Path(), bad=part("a", 0, (many, *RIGHT[1:])))
        assert short("bad.conll") == ["2:15 more than 10,000 brackets are open here"]

    def test_a_file_of_no_documents_misses_none(self) -> None:
        small_task.write(Path(), bad="Dear organisers,\n", empty="")
        assert short("bad.conll") == ["1:0 text in which no mention is tagged"]
        assert short("empty.conll") == ["0:0 an empty file"]

    def test_json(self) -> None:
        words = [["Ann", "Lee", "sees"], ["his", "d\u00f6g"]]
        lines = [
            {"doc_key": "a_0", "clusters": [[[0, 9], [1, 1]], [], [[5, 5]]], "sentences": words},
            {"doc_key": "z", "tokens": ["Ann"], "clusters_token_offsets": []},
            {"doc_key": "b", "sentences": [["Ann"], 7], "clusters": []},
        ]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        Path("bad.jsonl").write_text(text, encoding="utf-8")
        assert short("bad.jsonl") == [
            "1:34 the mention [0, 9] does not lie within the 5 tokens",
            "1:56 the mention [5, 5] does not lie within the 5 tokens",
            "3:31 `sentences` is not a list of lists",
            "2:0 z (part 0) is not in the key key.conll",
            "0:0 a (part 1) is missing",
            "1:105 the word 'his' is 'her' in the key (key.conll:5)",
        ]

    def test_json_without_names(self) -> None:
        Path("bad.jsonl").write_text('{"doc_key": "a_0", "tokens": ["x"], "clusters_token_offsets": []}\n{d}')
        assert short("bad.jsonl") == [
            "2:2 invalid JSON at column 2",
            "0:0 2 parts are missing: a (part 1), b (part 0)",
            "1:31 the word 'x' is 'Ann' in the key (key.conll:2)",
        ]
        Path("cut.jsonl").write_text('{"doc_key": "a_0", "tokens": ["x"], "clusters_token_offsets": []}\n{"d')
        assert short("cut.jsonl") == [
            "2:4 the JSON breaks off at column 4",
            "1:31 the word 'x' is 'Ann' in the key (key.conll:2)",
        ]
        document = '"sentences": [["Ann", "Lee", "sees", "her", "dog"]], "clusters": []}\n'
        two = "".join(f'{{"doc_key": "a_{number}", {document}' for number in range(2))
        Path("good.jsonl").write_text(f'{two}{{"doc_key": 7, {document}')
        assert short("good.jsonl") == ["3:13 the name of this document is not a string"]

    def test_clusters_that_were_not_read_are_a_warning(self) -> None:
        one = {"doc_key": "x", "sentences": [["a"]], "clusters": [], "predicted_clusters": [[[0, 0]]]}
        Path("both.jsonl").write_text(json.dumps(one))
        (system,) = leaderboard.validate("both.jsonl", duplicates="error").systems
        assert system.findings[-1].severity == "warning"
        assert "`predicted_clusters` and `clusters` differ" in system.findings[-1].problem.what

    def test_a_file_that_breaks_off_is_one_problem(self) -> None:
        """Wherever it does, within a document or a line of it; what stands before is still told."""
        small_task.write(Path(), good=FAIR)
        for line in (2, 4, 6, 10, 14):
            cut = "".join(FAIR.splitlines(keepends=True)[: line - 1]) + FAIR.splitlines()[line - 1][:3]
            Path("bad.conll").write_text(cut)
            parts = "2 of 3 parts are" if line < 9 else "1 of 3 parts is"
            assert short("bad.conll") == [
                f"{line}:0 the file breaks off here: {parts} missing, all after a (part {line // 9})"
            ]
        Path("bad.conll").write_text(cut.replace("dog", "cat", 1))
        assert short("bad.conll") == [
            "14:0 the file breaks off here: 1 of 3 parts is missing, all after a (part 1)",
            "6:7 the word 'cat' is 'dog' in the key (key.conll:6)",
        ]
        assert validated("bad.conll").errors == 2
        Path("bad.conll").write_text(cut[cut.index("#begin document (a); part 001") :])
        assert short("bad.conll") == [
            "6:0 the file breaks off here: 1 of 3 parts is missing, all after a (part 1)",
            "0:0 a (part 0) is missing",
        ]

    def test_a_file_that_lacks_whole_parts_does_not_break_off(self) -> None:
        whole = [part("a", 0, RIGHT), part("a", 1, RIGHT), part("b", 0, RIGHT)]
        small_task.write(Path(), bad=whole[0], gap=whole[0] + part("b", 0, OPEN), other=whole[1] + whole[0])
        assert short("bad.conll") == ["0:0 2 parts are missing: a (part 1), b (part 0)"]
        assert short("gap.conll") == ["10:15 the bracket '(1' is never closed", "0:0 a (part 1) is missing"]
        assert short("other.conll") == ["0:0 b (part 0) is missing"]

    def test_repairs_are_still_told(self) -> None:
        text = TWICE.replace("dog", "cat", 1)
        small_task.write(Path(), bad=text)
        one = validated("bad.conll")
        assert (one.errors, one.warnings) == (1, 1)
        assert validated("bad.conll", duplicates="error").errors == 2


@pytest.mark.parametrize("spaces", [False, True])
def test_the_columns_of_words_are_counted_in_characters(spaces: bool) -> None:
    text = FAIR.replace("\tLee\t", "\tÉlé\t").replace("a\t0\t4\tdog", "\u00e4\t0\t4\tcat").replace("\r", "")
    small_task.write(Path(), key=KEY.replace("\tLee\t", "\tÉlé\t"))
    Path("bad.conll").write_text("\ufeff" + (text.replace("\t", "   ") if spaces else text), encoding="utf-8")
    assert short("bad.conll") == [f"6:{13 if spaces else 7} the word 'cat' is 'dog' in the key (key.conll:6)"]


def test_the_column_of_a_word_in_the_first_column() -> None:
    small_task.write(Path(), bad=FAIR.replace("b\t0\t3", "c\t0\t3"))
    (one,) = short("bad.conll", word_column=1)
    assert one == "21:1 the word 'c' is 'b' in the key (key.conll:21)"


def test_thousands_of_problems_are_counted() -> None:
    lines = "".join(f"a\t0\t{number}\tw\tNN\t{number})\n" for number in range(3000))
    small_task.write(Path(), many=f"#begin document (a)\n{lines}#end document\n")
    parts_too_many = "".join(part(f"x{number}", 0, RIGHT) for number in range(1500))
    small_task.write(Path(), extra=FAIR + parts_too_many[: parts_too_many.index("#begin document (x999)")])
    assert validated("many.conll").errors == 3002
    assert validated("extra.conll").errors == 999
    assert (len(validated("many.conll").findings), validated("many.conll").more) == (1000, 2002)


def test_what_takes_more_memory_than_there_is_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def examine(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("leaderboard.verbs.validate.examine", examine)
    assert short("fair.conll") == ["0:0 it needs more memory than is available"]


def test_names_that_cannot_be_told_apart_are_problems_of_both(task: Path) -> None:
    small_task.write(task, **{"FAIR": KEY, "fair ": KEY})
    same = "apart from case, blanks or Unicode form, it has the same name as"
    systems = leaderboard.validate("fair.conll", "FAIR.conll", "fair .conll").systems
    assert [str(one.findings[0].problem) for one in systems] == [
        f"fair.conll: {same} FAIR.conll; rename one of the two",
        f"FAIR.conll: {same} fair.conll; rename one of the two",
        "fair .conll: the name has unprintable characters; rename the file",
    ]
