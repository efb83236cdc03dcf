"""Documents to look at: words, zeros, mentions, entities and errors, and how long documents are cut."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.reader import DocumentPage
from tests.formats.corefud.texts import corefud
from tests.support import small_task
from tests.support.made_task import CRAC, made_crac_task, made_task
from tests.support.small_task import FAIR, KEY, NOTHING, OTHER_LINK, RIGHT, parts

OTHER = parts(OTHER_LINK, RIGHT, NOTHING)
Span = tuple[int, int]
EXAMPLE = Path(__file__).parents[2] / "submissions"
FEW: dict[str, Any] = {"metric": ("muc", "conll")}


@pytest.fixture
def task(tmp_path: Path) -> Path:
    small_task.write(tmp_path, key=KEY, fair=FAIR, other=OTHER)
    return tmp_path


def test_no_response_is_told_of_before_a_key_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"^no response given; name at least one file$"):
        leaderboard.read()


def read(folder: Path, *names: str, **options: Any) -> Any:
    found = leaderboard.read(*(folder / name for name in names), **{**FEW, **options})
    return found.reader


def made(*names: str, **options: Any) -> Any:
    return read(made_task(), *(f"{name}.conll" for name in names), **options)


def flat(page: DocumentPage) -> list[str]:
    return [word for sentence in page.data["words"] for word in sentence]


def shown(page: DocumentPage, mention: int) -> str:
    """The words of a mention."""
    pieces = page.data["mentions"][mention]["at"]
    return " … ".join(" ".join(flat(page)[first : last + 1]) for first, last in pieces)


def test_a_task_that_is_read_by_hand(task: Path) -> None:
    reader = read(task, "fair.conll", "other.conll")
    first, second = reader.pages
    assert [(page.file, page.title, page.previous, page.next) for page in reader.pages] == [
        ("0001.html", "a", None, "0002.html"),
        ("0002.html", "b", "0001.html", None),
    ]
    assert first.words == (small_task.WORDS, small_task.WORDS)
    assert first.data["parts"] == [1]
    assert [shown(first, number) for number in range(6)] == ["Ann Lee", "her", "dog"] * 2
    assert first.data["key"] == {0: [0, 1], 1: [2], 2: [3, 4], 3: [5]}
    assert first.data["sizes"] == {0: 2, 1: 1, 2: 2, 3: 1}
    fair, other = first.data["systems"]
    # The dog is with Ann in part 1, where "her" is missing.
    assert fair["entities"] == {0: [0, 1], 1: [2], 2: [3, 5]}
    assert fair["wrong"] == {4: ("missing_mention",), 5: ("conflated",)}
    assert other["wrong"] == {1: ("missing_mention",), 2: ("conflated",)}
    assert second.data["systems"][1]["wrong"] == dict.fromkeys(range(3), ("missing_entity",))
    assert second.data["systems"][0]["counts"]["divided"] == 1
    assert [row.name for row in reader.index.rows] == ["b", "a"]


@pytest.mark.parametrize("names", [("balanced",), ("merger", "careless", "splitter")])
def test_counts_are_those_of_the_errors_of_each_document(names: Sequence[str]) -> None:
    reader = made(*names)
    paths = [made_task() / f"{name}.conll" for name in names]
    task = leaderboard.error_prices(*paths, metric="conll", trials=100).task
    for number, name in enumerate(names):
        expected: Counter[tuple[str, str]] = Counter()
        for kind, counts in zip(ERROR_KINDS, task.responses[name].versions.counts.tolist(), strict=True):
            for part, count in zip(task.sheet.parts, counts, strict=True):
                expected[part.document, kind] += count
        pages = {page.title: page.data["systems"][number]["counts"] for page in reader.pages}
        rows = {row.name: row.errors[number] for row in reader.index.rows}
        for (document, kind), count in expected.items():
            assert pages[document][kind] == rows[document][kind] == count


@pytest.mark.parametrize(
    "names", [("balanced", "copy", "close"), ("precise", "splitter"), ("eager", "merger")]
)
def test_errors_of_the_example_are_those_that_are_listed(names: Sequence[str]) -> None:
    """By document, as counts and as the errors that the keys of a page go to."""
    paths = [EXAMPLE / f"{name}.conll" for name in names]
    options: dict[str, Any] = {"metric": "conll", "key": EXAMPLE / "key.conll"}
    listed = leaderboard.error_prices(*paths, **options, trials=100, kinds=ERROR_KINDS).found
    for page in leaderboard.read(*paths, **options).reader.pages:
        for name, system in zip(names, page.data["systems"], strict=True):
            expected = {
                kind: sum(error.document == page.title for error in listed[name][kind])
                for kind in ERROR_KINDS
            }
            assert system["counts"] == expected
            assert Counter(kind for kind, *_ in _errors(page, system)) == +Counter(expected)


def _errors(page: DocumentPage, system: Any) -> set[tuple[Any, ...]]:
    """The errors of a page, as its script tells them apart."""
    of_key, own = (
        {mention: entity for entity, mentions in entities.items() for mention in mentions}
        for entities in (page.data["key"], system["entities"])
    )
    return {
        (kind, mention)
        if "span" in kind or "mention" in kind
        else (kind, of_key.get(mention), own.get(mention))
        for mention, kinds in system["wrong"].items()
        for kind in kinds
    }


def test_a_mention_bears_the_errors_in_whose_list_it_stands() -> None:
    path = made_task() / "careless.conll"
    listed = leaderboard.error_prices(path, metric="conll", trials=100, kinds=ERROR_KINDS).found["careless"]
    expected, own = set(), set()
    for kind, errors in listed.items():
        for one in errors:
            first, *others = one.mentions
            spans = others if kind == "span" else one.mentions
            expected |= {(one.document, one.part, kind, span) for span in spans}
            own |= {(one.document, one.part, first)} if kind == "span" else set()
    pages = made("careless").pages
    assert {one for page in pages for one in _wrong(page)} == expected
    assert {
        (page.title, *_in_part(page, spans))
        for page in pages
        for spans in page.data["systems"][0]["spans"].values()
    } == own


def _wrong(page: DocumentPage) -> Iterator[tuple[str, int, str, Span]]:
    for mention, kinds in page.data["systems"][0]["wrong"].items():
        part, span = _in_part(page, page.data["mentions"][mention]["at"])
        yield from ((page.title, part, kind, span) for kind in kinds)


def _in_part(page: DocumentPage, spans: Sequence[Span]) -> tuple[int, Span]:
    """The part of a mention, and its tokens there."""
    [(first, last)] = spans
    begins = [sum(map(len, page.words[:row])) for row in (0, *page.data["parts"])]
    part = max(number for number, begin in enumerate(begins) if begin <= first)
    return part, (first - begins[part], last - begins[part])


def test_effects_and_scores_are_those_of_a_comparison() -> None:
    compared = leaderboard.compare(
        made_task() / "merger.conll", made_task() / "close.conll", **FEW, trials=100
    )
    reader = made("merger", "close")
    rows = {row.name: row for row in reader.index.rows}
    for driver in (*compared.drivers.for_first, *compared.drivers.for_second):
        row = rows[driver.unit.document]
        assert (row.effect, row.f1) == (
            driver.effect,
            pytest.approx((driver.first_score, driver.second_score), rel=0, abs=1e-12),
        )
        assert row.difference == row.f1[0] - row.f1[1]
    sizes = [abs(row.effect) for row in reader.index.rows]
    assert sizes == sorted(sizes, reverse=True)
    scores = {name: scores["conll"].f1 for name, scores in compared.scores.items()}
    effect = reader.pages[0].effect
    assert effect.difference == pytest.approx(scores["merger"] - scores["close"], rel=0, abs=1e-12)
    assert [metric.label for metric in reader.pages[0].metrics] == ["MUC", "CoNLL"]
    assert reader.pages[0].metrics[1].f1 == rows[reader.pages[0].title].f1


def test_one_system_has_no_effects() -> None:
    reader = made("merger")
    assert {(row.difference, row.effect) for row in reader.index.rows} == {(None, None)}
    assert [row.file for row in reader.index.rows] == [page.file for page in reader.pages]
    assert reader.pages[0].effect.effect is None


def test_a_long_document_is_cut_between_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    [whole, *_] = made("merger", "close").pages
    monkeypatch.setattr("leaderboard.reader.layout.MOST_WORDS", 100)
    pages = [page for page in made("merger", "close").pages if page.number == 1]
    assert [page.file for page in pages] == [
        "0001.html",
        *(f"0001-{n}.html" for n in range(2, len(pages) + 1)),
    ]
    assert {(page.pages, page.data["pages"]) for page in pages} == {(len(pages), len(pages))}
    assert [words for page in pages for words in page.words] == [*whole.words]
    assert all(len(flat(page)) <= 100 for page in pages)
    firsts = np.cumsum([0, *(len(page.data["mentions"]) for page in pages)]).tolist()
    assert [page.data["first"] for page in pages] == firsts[:-1]
    assert [shown(page, n) for page in pages for n in range(len(page.data["mentions"]))] == [
        shown(whole, number) for number in range(firsts[-1])
    ]
    where: dict[int, set[int]] = {}
    members: dict[int, list[int]] = {}
    for page in pages:
        for entity, mentions in page.data["key"].items():
            where.setdefault(entity, set()).add(page.page)
            members.setdefault(entity, []).extend(page.data["first"] + one for one in mentions)
            assert page.data["sizes"][entity] == whole.data["sizes"][entity]
    assert members == whole.data["key"]
    for page in pages:
        assert {entity: {page.page, *others} for entity, others in page.data["elsewhere"].items()} == {
            entity: numbers for entity, numbers in where.items() if page.page in numbers and len(numbers) > 1
        }
    for number, system in enumerate(whole.data["systems"]):
        joined = {
            page.data["first"] + mention: kinds
            for page in pages
            for mention, kinds in page.data["systems"][number]["wrong"].items()
        }
        assert joined == system["wrong"]
        assert {str(page.data["systems"][number]["counts"]) for page in pages} == {str(system["counts"])}


def test_a_page_is_cut_where_its_bytes_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.reader.layout.MOST_BYTES", 6000)
    pages = made("merger", "close").pages
    sizes = [len(json.dumps(page.data, separators=(",", ":"))) for page in pages]
    assert max(page.pages for page in pages) > 1
    assert max(sizes) < 6500


LONG = "#begin document (d); part 000\n{}\n#end document\n"


def conll(folder: Path, cells: Sequence[str], *, words: Sequence[str] = (), name: str = "key") -> Path:
    words = words or [f"w{number}" for number in range(len(cells))]
    rows = (f"d\t0\t{n}\t{word}\t-\t{cell}" for n, (word, cell) in enumerate(zip(words, cells, strict=True)))
    path = folder / f"{name}.conll"
    path.write_text(LONG.format("\n".join(rows)), encoding="utf-8")
    return path


def test_a_text_without_sentences_is_shown_in_short_rows(tmp_path: Path) -> None:
    conll(tmp_path, ["-"] * 1000)
    [page] = read(tmp_path, "key.conll", key=tmp_path / "key.conll").pages
    assert [len(row) for row in page.words] == [30] * 33 + [10]


def test_a_mention_ends_where_its_page_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.reader.layout.MOST_WORDS", 30)
    cells = ["-"] * 260
    cells[20], cells[50] = "(1", "1)"
    cells[40] = "(2)"
    conll(tmp_path, cells)
    other = ["-"] * 260
    other[40], other[41] = "(2", "2)"
    conll(tmp_path, other, name="one")
    first, second, *_ = read(tmp_path, "one.conll").pages
    assert first.data["mentions"] == [{"at": [(20, 29)]}]
    assert second.data["mentions"] == [{"at": [(10, 10)]}]
    assert second.data["systems"][0]["spans"] == {0: [(10, 11)]}


def test_long_words_are_shortened_and_small_pages_stay_small(tmp_path: Path) -> None:
    conll(tmp_path, ["(1)"] * 40, words=["<" * 100_000] + ["&" * 200] * 39)
    pages = read(tmp_path, "key.conll", key=tmp_path / "key.conll").pages
    assert flat(pages[0])[0] == "<" * 300 + "…"
    assert [len(row) for row in pages[0].words] == [30, 10]


def test_too_many_nested_mentions_are_refused(tmp_path: Path) -> None:
    size = 150
    cells = [*(f"({n}" for n in range(size)), *(f"{n})" for n in reversed(range(size)))]
    conll(tmp_path, cells)
    with pytest.raises(
        InputError, match=r"key.conll:1: 150 mentions of d \(part 0\) are nested .* at most 100"
    ):
        read(tmp_path, "key.conll", key=tmp_path / "key.conll")


def test_a_text_without_words_is_refused(tmp_path: Path) -> None:
    text = "#begin document (d); part 000\n(1)\n-\n#end document\n"
    for name in ("key", "one"):
        (tmp_path / f"{name}.conll").write_text(text)
    with pytest.raises(NothingToDo, match=r"key.conll: no column of words to show"):
        read(tmp_path, "one.conll")


@pytest.mark.parametrize("sentences", [True, False])
def test_sentences_of_json(tmp_path: Path, sentences: bool) -> None:
    words = ["a", "b", "c", "d"]
    text = {"sentences": [words[:1], [], words[1:]]} if sentences else {"tokens": words}
    record = {"doc_key": "d", **text, "clusters": [[[0, 0], [2, 3]]]}
    for name in ("key", "one"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record))
    [page] = read(tmp_path, "one.jsonl", offsets="token", ends="inclusive").pages
    assert page.words == ((("a",), ("b", "c", "d")) if sentences else (("a", "b", "c", "d"),))
    assert page.data["mentions"] == [{"at": [(0, 0)]}, {"at": [(2, 3)]}]


def test_rows_without_words_are_left_out(tmp_path: Path) -> None:
    lines = [{"doc_key": "none", "tokens": []}, {"doc_key": "d", "tokens": ["a", "b"]}]
    text = "\n".join(
        json.dumps(line | {"clusters": [[[0, 0], [1, 1]]] if line["tokens"] else []}) for line in lines
    )
    for name in ("key", "one"):
        (tmp_path / f"{name}.jsonl").write_text(text)
    first, second = read(tmp_path, "one.jsonl", offsets="token", ends="inclusive").pages
    assert (first.words, first.data["mentions"]) == ((), [])
    assert second.words == (("a", "b"),)


def test_an_entity_on_many_pages_names_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.reader.layout.MOST_WORDS", 30)
    conll(tmp_path, ["(1)"] * 600)
    pages = read(tmp_path, "key.conll", key=tmp_path / "key.conll").pages
    assert len(pages) == 20
    assert [page.data["elsewhere"][0] for page in (pages[0], pages[9], pages[19])] == [
        [2, 3, 4, 5, 6, 7, 0],
        [7, 8, 9, 11, 12, 13, 0],
        [14, 15, 16, 17, 18, 19, 0],
    ]


def test_zeros_and_mentions_in_pieces(tmp_path: Path) -> None:
    # The form of the zero 2.1 is known, that of 1.1 is not; the response has a zero of its own.
    key = corefud(
        "1 (a[1/2]-x-1-)", "1.1 (b-x-1-) 1:nsubj", "2", "2.1 (b-x-1-) 2:nsubj", "3 (a[2/2])", "4 (a-x-1-)"
    )
    key = key.replace(b"2.1\tw2.1", b"2.1\tshe").replace(b"w1.1", b"_")
    one = corefud("1 (a-x-1-)", "2", "3", "3.1 (c-x-1-) 4:obj", "4 (c-x-1-)", "4.1  4:obj")
    for name, text in {"key": key, "one": one}.items():
        (tmp_path / f"{name}.conllu").write_bytes(text)
    [page] = read(tmp_path, "one.conllu", match="exact").pages
    assert page.words == (("w1", "", "w2", "she", "w3", "", "w4"),)
    assert page.data["zeros"] == [1, 3, 5]
    assert [one["at"] for one in page.data["mentions"]] == [
        [(0, 0), (4, 4)],
        [(1, 1)],
        [(3, 3)],
        [(5, 5)],
        [(6, 6)],
    ]
    assert page.data["key"] == {0: [0, 4], 1: [1, 2]}


def test_counts_and_lists_agree_in_corefud() -> None:
    names = ("anna", "cleo", "dora")
    folder = made_crac_task()
    reader = read(folder, *names, key=folder / "key")
    task = leaderboard.error_prices(
        *(folder / name for name in names), key=folder / "key", metric="conll", trials=100
    ).task
    for number, name in enumerate(names):
        counts = dict.fromkeys(ERROR_KINDS, 0)
        for page in reader.pages:
            system = page.data["systems"][number]
            for kind, count in system["counts"].items():
                counts[kind] += count
            borne = Counter(kind for kinds in system["wrong"].values() for kind in kinds)
            for kind in ("span", "extra_mention", "missing_mention"):
                assert borne[kind] == system["counts"][kind]
            assert set(borne) == {kind for kind, count in system["counts"].items() if count}
        assert [*counts.values()] == task.responses[name].versions.counts.sum(axis=1).tolist()
    assert {page.title.split(": ")[0] for page in reader.pages} == set(CRAC)
    zeros = sum(len(page.data["zeros"]) for page in reader.pages)
    assert zeros > 20
    assert any(len(one["at"]) > 1 for page in reader.pages for one in page.data["mentions"])


def test_the_order_of_entities_changes_nothing(task: Path) -> None:
    before = read(task, "fair.conll", "other.conll")
    path = task / "fair.conll"
    path.write_text(path.read_text().replace("1", "7").replace("_7", "_1").replace("part 007", "part 001"))
    path.write_text(FAIR.replace("(1", "(9").replace("1)", "9)"))
    assert read(task, "fair.conll", "other.conll") == before


def test_what_cannot_be_read_is_refused(task: Path) -> None:
    for number in range(3):
        small_task.write(task, **{f"more{number}": FAIR})
    with pytest.raises(UsageError, match="4 responses given, but at most 3 stand side by side"):
        read(task, "fair.conll", *(f"more{number}.conll" for number in range(3)))
    with pytest.raises(UsageError, match="documents are not shown with across='corpus'"):
        read(task, "fair.conll", across="corpus")
    (task / "leaderboard.toml").write_text("secret = true\n")
    with pytest.raises(UsageError, match=r"the key is secret, and `leaderboard read` would show it"):
        read(task, "fair.conll")
