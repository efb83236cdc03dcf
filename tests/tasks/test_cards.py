"""Cards of systems: read from the settings file, shown in every form of the report; no number moves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import InputError
from leaderboard.options.settings_file import read_configuration
from leaderboard.report.features.cards import card_tables
from leaderboard.report.files import verification as verifying
from leaderboard.report.files.contents import report_pieces
from leaderboard.report.files.verification import verification
from leaderboard.report.files.writer import write_report
from leaderboard.report.sections import sections
from tests.report.made_ranking import texts
from tests.report.one_picture import one_picture
from tests.support import small_task
from tests.support.made_task import without
from tests.support.running import csv_rows
from tests.support.small_task import FAIR, KEY

FEW = {"draws": 100, "trials": 100}
CARDS = """
[systems.right]
team = "A & B <i>_x_"
paper = "https://example.org/a_b?c=<d>|e"
size = 7

[systems.fair]
team = "javascript:alert(1)"
models = ["xlm-r", 2, true]
size = 0.5
open = true
paper = "see https://example.org"

[systems.nobody]
team = "?"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "leaderboard.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "task"
    target.mkdir()
    small_task.write(target, key=KEY, fair=FAIR, right=KEY)
    return target


def test_cards_are_read_with_their_lines(tmp_path: Path) -> None:
    cards = read_configuration(written(tmp_path, CARDS)).cards
    assert list(cards.entries) == ["right", "fair", "nobody"]
    assert cards.entries["fair"]["models"] == ["xlm-r", 2, True]
    assert cards.lines == {"right": 2, "fair": 7, "nobody": 14}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "systems = 3",
            ":1: systems is '3'; write a table [systems.NAME] with entries such as team = \"TEAM\"",
        ),
        ("[systems]\na = 'x'", ":2: systems.a is 'x'; write a table [systems.NAME] with entries such as"),
        (
            "[systems.a]\nsystem = 1",
            ":1: the card of 'a' has the entry 'system', which is the column of the names;",
        ),
        ("[systems.a]\n'x\\u202e' = 1".replace("'", '"'), ":1: the card of 'a' has the entry"),
        (f"[systems.a]\n{'x' * 41} = 1", "'; give it a printable name of at most 40 characters"),
        (
            "[systems.a]\nt = '" + "x" * 201 + "'",
            ":1: the entry 't' in the card of 'a' has a value that cannot",
        ),
        ('[systems.a]\nt = "x\\ny"', "a value that cannot be shown; give a text on one line of at most 200"),
        ("[systems.a]\nt = nan", "a value that cannot be shown"),
        ("[systems.a]\nt = [1, inf]", "a value that cannot be shown"),
        ("[systems.a]\nt = 0x" + "f" * 5000, "a value that cannot be shown"),
        ("[systems.a]\nt = 2024-01-01", "a value that cannot be shown"),
        ("[systems.a]\nt = [[1]]", "a value that cannot be shown"),
        ("[systems.a]\n[systems.a.t]\nu = 1", "a value that cannot be shown"),
    ],
)
def test_what_no_table_can_show_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_configuration(written(tmp_path, text))
    assert message in str(caught.value)


def test_no_number_and_no_signature_changes(folder: Path) -> None:
    plain = texts(leaderboard.rank(folder, **FEW), ())
    written(folder, CARDS)
    result = leaderboard.rank(folder, **FEW)
    found = texts(result, ())
    assert found.keys() - plain.keys() == {"cards.csv"}
    same = {name for name in plain if found[name] == plain[name]}
    assert same >= {"leaderboard.csv", "pairwise.csv", "ranks.csv", "correlations.csv", "leaderboard.tex"}
    record, before = json.loads(found["leaderboard.json"]), json.loads(plain["leaderboard.json"])
    assert [one.pop("card")["team"] for one in record["systems"]] == ["A & B <i>_x_", "javascript:alert(1)"]
    [warning] = record.pop("warnings")[len(before.pop("warnings")) :]
    assert warning["line"] == 14
    assert warning["text"].startswith("[systems] has a card of 'nobody', but no submission has this name")
    assert {one.pop("card") for one in before["systems"]} == {None}
    assert record == before


def test_every_form_shows_them_and_only_web_addresses_are_links(folder: Path) -> None:
    written(folder, CARDS)
    found = texts(leaderboard.rank(folder, **FEW), ())
    [right, fair] = csv_rows(found["cards.csv"])
    assert right == {
        "system": "right",
        "team": "A & B <i>_x_",
        "paper": "https://example.org/a_b?c=<d>|e",
        "size": "7",
        "models": "",
        "open": "",
    }
    assert (fair["size"], fair["models"], fair["open"]) == ("0.5", "xlm-r/2/true", "true")
    page, markdown = found["leaderboard.html"], found["leaderboard.md"]
    assert re.findall(r'<a href="(?!#|\w+\.\w+")[^"]*', page) == [
        '<a href="https://example.org/a_b?c=&lt;d&gt;|e'
    ]
    assert 'href="https://example.org/a_b?c=&lt;d&gt;|e"' in page
    assert "A &amp; B &lt;i&gt;_x_" in page
    assert r"[https\://example.org/a\_b?c=&lt;d&gt;\|e](https://example.org/a_b?c=%3Cd%3E%7Ce)" in markdown
    assert r"see https\://example.org" in markdown
    assert r"A \& B \textless{}i\textgreater{}\_x\_" in found["leaderboard-appendix.tex"]
    assert r"\label{tab:leaderboard-systems}" in found["leaderboard-appendix.tex"]


def test_rows_are_those_of_the_ranking(tmp_path: Path) -> None:
    """Systems that are not ranked come last; those without a card have dashes."""
    folder = without(tmp_path / "task", "close", "set1")
    (folder / "leaderboard.toml").write_text('missing_dataset = "exclude"\n[systems.close]\nyear = 2024\n')
    [table] = card_tables(leaderboard.rank(folder, metric="muc", **FEW))
    assert table.rows[-1] == ("close", 2024)
    assert {row[1] for row in table.rows[:-1]} == {None}
    assert table.shown()[-1] == ["close", "2024"]


def test_a_report_without_cards_has_no_such_section(folder: Path) -> None:
    result = leaderboard.rank(folder, **FEW)
    assert not list(card_tables(result))
    assert "systems" not in {section.name for section in sections(result)}


def test_reports_with_cards_and_attempts_can_be_verified(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "pictures", one_picture)
    written(folder, f"[attempts]\nfair = 5\n{CARDS}")
    result = leaderboard.rank(folder, **FEW)
    write_report(result, report_pieces(result, one_picture(result, ())), folder.parent / "reports")
    assert verification(folder.parent / "reports").problems == ()
