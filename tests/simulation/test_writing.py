from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.simulation.synthetic_files import write
from leaderboard.simulation.synthetic_key import SHAPES, Shape, key_parts
from leaderboard.simulation.synthetic_responses import entrants
from tests.simulation.strict_conll import Text, read

SEED = 5
SHAPE = SHAPES["conll2012"].resized(12)
COLUMNS = {"padded": 12, "compact": 6, "tabbed": 13}


def written(folder: Path, shape: Shape, layout: str) -> list[dict[tuple[str, int], Text]]:
    """The key and nine systems, read back."""
    paths = {folder / f"{entrant.name}.conll": entrant for entrant in entrants(9, 0)}
    write(folder / "key.conll", paths, key_parts(shape, SEED), SEED, layout)
    return [read(folder / "key.conll"), *map(read, paths)]


@pytest.mark.parametrize("layout", COLUMNS)
def test_files_are_well_formed_and_have_the_key_s_words(tmp_path: Path, layout: str) -> None:
    key, *systems = written(tmp_path, SHAPE, layout)
    assert len(key) == SHAPE.parts
    for system in systems:
        assert list(system) == list(key)
        for name, part in key.items():
            assert [row[:-1] for row in system[name].rows] == [row[:-1] for row in part.rows]
            assert system[name].breaks == part.breaks


@pytest.mark.parametrize(("layout", "columns"), COLUMNS.items())
def test_a_line_names_its_place_and_its_word(tmp_path: Path, layout: str, columns: int) -> None:
    key, *_ = written(tmp_path, SHAPE, layout)
    for (name, number), part in key.items():
        starts = [0, *part.breaks[:-1]]
        for start, end in zip(starts, part.breaks, strict=True):
            for place, row in enumerate(part.rows[start:end]):
                assert row[:3] == [name, str(number), str(place)]
                assert len(row) == columns


def test_the_file_has_the_mentions_and_entities_of_the_key(tmp_path: Path) -> None:
    key, *_ = written(tmp_path, SHAPE, "padded")
    sides = zip(key.values(), key_parts(SHAPE, SEED), strict=True)
    for text, part in sides:
        wanted: dict[int, list[tuple[int, int]]] = {}
        for start, end, entity in zip(
            part.start.tolist(), part.end.tolist(), part.entities.tolist(), strict=True
        ):
            if entity >= 0:
                wanted.setdefault(entity, []).append((start, end))
        assert sorted(map(sorted, text.entities.values())) == sorted(map(sorted, wanted.values()))


def test_entities_are_numbered_as_they_appear(tmp_path: Path) -> None:
    key, *_ = written(tmp_path, SHAPE, "padded")
    for part in key.values():
        first = {
            int(number): min((start, -end) for start, end in spans) for number, spans in part.entities.items()
        }
        assert sorted(first, key=first.__getitem__) == list(range(len(first)))


def test_padded_lines_look_like_those_of_conll_2012(tmp_path: Path) -> None:
    written(tmp_path, SHAPE, "padded")
    lines = [line for line in (tmp_path / "key.conll").read_text().splitlines() if line and line[0] != "#"]
    assert 110 < sum(map(len, lines)) / len(lines) < 125
    assert any("(TOP(S(NP*" in line for line in lines)
    assert any("(PERSON*" in line for line in lines)
