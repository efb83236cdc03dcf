"""Remarks on keys that lack the annotations that a metric counts."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.corpus import Corpus
from leaderboard.errors import Problem
from leaderboard.options import Options


def lacking_annotations(corpus: Corpus, label: str, options: Options) -> Iterator[Problem]:
    """Warn of each kind of annotation that a metric counts and the key lacks."""
    beyond = corpus.anaphora
    found = {
        "nonreferring": ("non-referring mentions", beyond is not None and bool(beyond.nonreferring.any())),
        "bridging": ("bridges", beyond is not None and len(beyond.anaphor) > 0),
    }
    asked = {name.partition("_")[0] for name in (*options.metric, options.primary)}
    for name, (what, there) in found.items():
        if name in asked and not there:
            yield Problem(label, 0, f"this key has no {what}, so their scores are 0", "leave this metric out")
