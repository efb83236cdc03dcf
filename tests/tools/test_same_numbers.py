"""Facts are found by their names in what two versions write."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tools.number_tasks import as_conllua, as_json, in_topics
from tools.same_numbers import Rule, compare, facts_of

TABLE = "system,metric,f1,letters\nbest,lea,0.25,a\nworst,lea,0.125,\n"
ANSWER = {
    "schema": 1,
    "systems": [{"system": "best", "interval": [0.5, None], "ranks": {"lea": {"rank": 1}}}],
    "notes": ["a sentence"],
}
CONLL = """#begin document (d); part 001
d 1 0 Ann NNP (1|(0)
d 1 1 Lee NNP 1)

#end document
"""


def made(folder: Path, table: str = TABLE, answer: object = ANSWER) -> Path:
    (folder / "facts" / "rank").mkdir(parents=True)
    (folder / "facts" / "rank" / "ranks.csv").write_text(table)
    (folder / "facts" / "score.json").write_text(json.dumps(answer))
    return folder


def test_facts_are_cells_and_leaves_by_what_identifies_them(tmp_path: Path) -> None:
    assert facts_of(made(tmp_path)) == {
        "rank/ranks.csv[best,lea].system": "best",
        "rank/ranks.csv[best,lea].metric": "lea",
        "rank/ranks.csv[best,lea].f1": 0.25,
        "rank/ranks.csv[best,lea].letters": "a",
        "rank/ranks.csv[worst,lea].system": "worst",
        "rank/ranks.csv[worst,lea].metric": "lea",
        "rank/ranks.csv[worst,lea].f1": 0.125,
        "score.json.systems[best].system": "best",
        "score.json.systems[best].interval[0]": 0.5,
        "score.json.systems[best].ranks.lea.rank": 1,
    }


def test_one_changed_digit_is_a_line_with_its_key(tmp_path: Path) -> None:
    old, new = made(tmp_path / "old"), made(tmp_path / "new", TABLE.replace("0.125", "0.126"))
    assert compare(old, new, []) == (["rank/ranks.csv[worst,lea].f1: 0.125, now 0.126"], 4)
    assert compare(old, old, []) == ([], 4)


def test_a_fact_that_one_side_lacks_is_a_line(tmp_path: Path) -> None:
    old, new = (
        made(tmp_path / "old"),
        made(tmp_path / "new", TABLE.replace("best,lea,0.25,a", "best,lea,0.25,")),
    )
    [line], _ = compare(old, new, [])
    assert line == f"only in {old}: rank/ranks.csv[best,lea].letters = 'a'"
    assert compare(old, new, [Rule(re.compile(r"\.letters$"), None)])[0] == []


def test_what_is_called_otherwise_is_the_same_fact(tmp_path: Path) -> None:
    old, new = made(tmp_path / "old"), made(tmp_path / "new", TABLE.replace("f1", "score"))
    assert len(compare(old, new, [])[0]) == 4
    assert compare(old, new, [Rule(re.compile(r"(ranks\.csv\[.*\])\.f1$"), r"\1.score")])[0] == []


def test_files_of_other_formats_say_the_same() -> None:
    assert in_topics(CONLL).startswith("#begin document (t0/s/d0); part 001")
    assert json.loads(as_json(CONLL)) == {
        "doc_key": "d_1",
        "tokens": ["Ann", "Lee"],
        "clusters_token_offsets": [[[0, 0]], [[0, 1]]],
    }
    assert "1\tAnn\t(EntityID=1|MarkableID=m0_1(EntityID=0|MarkableID=m0_0)" in as_conllua(CONLL)
