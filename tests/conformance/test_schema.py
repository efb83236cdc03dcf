"""Every relation has the columns of schema 2, in their order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.test_schema_page import columns

SCHEMA = Path(__file__).parents[3] / "shared" / "conformance" / "house" / "schema-2.json"
if not SCHEMA.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)


def test_every_relation_is_as_published() -> None:
    found = columns()
    for relation in json.loads(SCHEMA.read_text(encoding="utf-8"))["relations"]:
        names = [column["name"] for column in relation["columns"] if "when" not in column]
        asked = {column["name"] for column in relation["columns"] if "when" in column}
        # The prices are those by the primary metric; F1 alone stands for it behind the other metrics.
        known = [
            name.replace("P_", "M_") if relation["name"] == "prices" else name
            for name in found[relation["name"]]
        ]
        kept = [name for name in known if name not in asked and (name in names or not name.startswith("P_"))]
        assert kept[: len(names)] == names, relation["name"]
