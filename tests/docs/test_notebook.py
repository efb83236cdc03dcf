"""The notebook runs, and shows what it keeps."""

from __future__ import annotations

import copy
import json
from typing import Any

from tools.notebook import NOTEBOOK, executed


def without_images(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the size of its images alone, whose bytes depend on the machine."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            if image := output.get("data", {}).pop("image/png", ""):
                assert image.startswith("iVBORw0KGgo")
    return notebook


def test_the_notebook_shows_what_its_cells_make() -> None:
    kept = json.loads(NOTEBOOK.read_text("utf-8"))
    assert without_images(executed(copy.deepcopy(kept))) == without_images(kept)


def test_ten_lines_lead_from_clusters_to_a_report() -> None:
    cells = [
        cell["source"]
        for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    assert sum(len(source) for source in cells[1:]) <= 10
