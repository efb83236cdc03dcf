"""What the pages for readers say that commands print is what they print."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.denotation import Counts
from leaderboard.verbs.score import score
from tests.running import Run

ROOT = Path(__file__).parents[1]
PAGES = {name: (ROOT / name).read_text("utf-8") for name in ("README.md", "docs/errors.md")}
BLOCK = re.compile(r"^```console\n\$ leaderboard (.+?)\n(.+?)^```$", re.M | re.S)
SHOWN = [shown for text in PAGES.values() for shown in BLOCK.findall(text)]


def test_commands_are_found() -> None:
    assert len(SHOWN) == 4


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_is_shown(
    typed: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, command: str, output: str
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)
    run = typed(*shlex.split(command))
    assert run.code == 0
    # An ellipsis stands for lines left out.
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…\n" else re.escape(line) for line in output.splitlines(keepends=True)
    )
    assert re.fullmatch(pattern, run.out), run.out


def test_the_worked_example(tmp_path: Path) -> None:
    document = "bn/voxa/00/voxa_0006"
    for name in ("key", "merger"):
        text = (ROOT / "submissions" / f"{name}.conll").read_text("utf-8")
        begin = text.index(f"#begin document ({document})")
        end = text.index("#end document", begin)
        (tmp_path / f"{name}.conll").write_text(f"{text[begin:end]}#end document\n", "utf-8")
    errors = score(tmp_path / "merger.conll", errors=True).systems[0].errors
    assert errors is not None
    page = dict(re.findall(r"^\| (\w+) \| .+ \| (\d+) \|$", PAGES["docs/errors.md"], re.M))
    assert errors.counts == Counts(**{name: int(count) for name, count in page.items()})
