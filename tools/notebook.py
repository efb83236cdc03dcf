"""Run the cells of the notebook and keep what they show: ``python -m tools.notebook``."""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"
Output = dict[str, Any]


def outputs(cells: list[dict[str, Any]]) -> Iterator[list[Output]]:
    """Run the cells of code one after the other, and yield what each shows."""
    names: dict[str, Any] = {}
    for number, cell in enumerate((one for one in cells if one["cell_type"] == "code"), start=1):
        yield list(_run("".join(cell["source"]), names, number))


def _run(source: str, names: dict[str, Any], number: int) -> Iterator[Output]:
    """Run a cell; as in a notebook, it shows what it prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
    if text := printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
    if value is not None:
        yield {
            "data": _shown(value),
            "execution_count": number,
            "metadata": {},
            "output_type": "execute_result",
        }


def _shown(value: Any) -> dict[str, Any]:
    if hasattr(value, "_repr_png_"):
        return {"image/png": base64.b64encode(value._repr_png_()).decode(), "text/plain": [repr(value)]}
    html = (
        {"text/html": value._repr_html_().splitlines(keepends=True)} if hasattr(value, "_repr_html_") else {}
    )
    return {**html, "text/plain": [repr(value)]}


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with what its cells show."""
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, (cell, shown) in enumerate(zip(code, outputs(code), strict=True), start=1):
                cell |= {"execution_count": number, "outputs": shown}
        finally:
            os.chdir(here)
    return notebook


def main() -> None:
    notebook = executed(json.loads(NOTEBOOK.read_text("utf-8")))
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
