"""JSON: numbers are numbers, and what is undefined is null."""

from __future__ import annotations

import json


def render_json(record: dict[str, object]) -> str:
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
