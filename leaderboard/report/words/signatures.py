"""Signatures for a terminal: what differs from the defaults."""

from __future__ import annotations

from dataclasses import fields

from leaderboard.options import Options
from leaderboard.scoring.key import Signature

# The version and the hash of the key, which the short form always has.
_ALWAYS = ("leaderboard", "key")
MOST_FIELDS = 12
# Defaults that depend on the format, and those that a signature writes in another way.
_BY_FORMAT = {"corefud": {"match": "head", "singletons": "drop"}}
_WRITTEN = {
    "format": "conll",
    "match": "exact",
    "singletons": "keep",
    "da-weights": "PN=0.6,NP=0.3,PRO=0.1",
    "trials": "auto",
}


def short_signature(signature: str) -> str:
    """Return the version, the key and the fields that differ from the defaults, a dozen in all."""
    stated = Signature.parse(signature).fields
    usual = {entry.name.replace("_", "-"): str(entry.default) for entry in fields(Options)}
    usual |= _WRITTEN | _BY_FORMAT.get(stated.get("format", ""), {})
    always = {name: stated[name] for name in _ALWAYS if name in stated}
    others = {
        name: value for name, value in stated.items() if name not in always and usual.get(name) != value
    }
    shown = [f"{name}:{value}" for name, value in {**always, **others}.items()]
    more = ["…"] if len(shown) > MOST_FIELDS else []
    return "|".join(shown[:MOST_FIELDS] + more)
