"""The signature: one line with everything that the numbers depend on."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.formats.conll.layout import LAST
from leaderboard.matching import default_match, default_singletons, default_split
from leaderboard.metrics.chains import class_weights
from leaderboard.options import Options, each_setting
from leaderboard.scoring.asked_for import needs_classes
from leaderboard.scoring.digests import digest_of
from leaderboard.scoring.key import Key, counted_key, joint
from leaderboard.scoring.response_remarks import signed_heads


class Signature(str):
    """Fields by name; the text is one line, ``format:conll|match:exact|key:…``."""

    fields: Mapping[str, str]

    def __new__(cls, fields: Mapping[str, object]) -> Signature:
        """Fields without a value are left out."""
        stated = {name: str(value) for name, value in fields.items() if value is not None}
        self = super().__new__(cls, "|".join(f"{name}:{value}" for name, value in stated.items()))
        self.fields = stated
        return self

    def __getnewargs__(self) -> tuple[Mapping[str, str]]:  # type: ignore[override]
        return (self.fields,)

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a text; fields that names of systems and datasets in it look like are kept together."""
        found: dict[str, str] = {}
        for field in text.split("|"):
            name, _, value = field.partition(":")
            found[name] = f"{found[name]}, {value}" if name in found else value
        return cls(found)

    def and_of(self, more: Mapping[str, object]) -> Signature:
        """The signature with more fields at its end."""
        return Signature({**self.fields, **more})

    def without(self, names: Container[str]) -> Signature:
        """The signature without some fields."""
        return Signature({name: value for name, value in self.fields.items() if name not in names})


def signature(key: Key, options: Options, version: str) -> Signature:
    """Everything that can change a score."""
    first, *_ = each_setting(options)
    importance = options.lea_importance
    corpora = key.corpora.values()
    has_nodes = any(corpus.nodes is not None and not corpus.layer for corpus in key.corpora.values())
    of_anaphora = "conllua" in key.format.split("+")
    fields = {
        "leaderboard": version,
        "format": key.format,
        "layer": (options.layer or "identity") if of_anaphora else None,
        "settings": ",".join(options.settings) if options.settings else None,
        "match": first.match or joint(default_match(corpus) for corpus in key.corpora.values()),
        "heads": signed_heads(key),
        "zeros": options.zeros if has_nodes else None,
        "singletons": first.singletons or joint(map(default_singletons, key.corpora.values())),
        "split": options.split_antecedents or (joint(map(default_split, corpora)) if of_anaphora else None),
        "across": options.across,
        "documents": key.table,
        "duplicates": options.duplicates,
        "missing": options.missing,
        "missing-dataset": options.missing_dataset if len(key.corpora) > 1 else None,
        "average": None if options.average == "dataset" else options.averaged,
        "datasets": ",".join(key.corpora) if key.others else None,
        "word-column": options.word_column,
        "coref-column": None if options.coref_column == LAST else options.coref_column,
        "offsets": options.offsets,
        "ends": options.ends,
        "text": options.text,
        "repair": None if options.repair == "none" else options.repair,
        "blanc": options.blanc,
        "blanc-weight": options.blanc_weight,
        "lea-importance": importance
        if isinstance(importance, str)
        else _fingerprint(importance, counted_key(key, first)),
        **(_denotation(options) if needs_classes(options) else {}),
        "key": key.digest[:12],
    }
    return Signature(fields)


def _denotation(options: Options) -> dict[str, str]:
    weights = class_weights(options.da_weights)
    return {
        "da-weights": ",".join(f"{name}={weight}" for name, weight in weights.items()),
        "da-response": options.da_response,
        "da-match": options.da_match,
    }


def _fingerprint(importance: Callable[[Corpus], Any], key: Key) -> str:
    """A function's name and a hash of the weights that it gives the key: two of one name may differ."""
    weights = [np.asarray(importance(corpus), np.float64).tobytes() for corpus in key.corpora.values()]
    name = getattr(importance, "__name__", type(importance).__name__)
    return f"{name}()@{digest_of(b''.join(weights))[:8]}"
