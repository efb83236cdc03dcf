"""Where the heads of mentions come from, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.corpus import Corpus
from leaderboard.errors import Problem
from leaderboard.matching import default_match
from leaderboard.options import Options, each_setting
from leaderboard.scoring.key import Key

_SAID = {
    "tree": (
        "the heads of mentions are found in the dependency tree of this key",
        "heads that files name are not read; to read them, use --heads file",
    ),
    "first": (
        "this key names no heads, so the first word of each mention counts as its head, "
        "and mentions with the same first word count as the same",
        "to tell them apart, use --heads tree or --match exact",
    ),
}


def head_remarks(key: Key, options: Options) -> Iterator[Problem]:
    """A warning for each dataset whose mentions are matched by heads that its file does not name."""
    for dataset, heads in unnamed_heads(key, options).items():
        corpus = key.corpora[dataset]
        if heads == "tree" or _match_mentions(corpus, options):
            yield Problem(corpus.file or str(key.files.path), 0, *_SAID[heads])


def signed_heads(key: Key, options: Options) -> str | None:
    """The value of `heads` in a signature; None where they are as usual."""
    if options.heads == "minspan":
        return options.heads
    trees = [heads == "tree" for heads in unnamed_heads(key, options).values()]
    if not any(trees):
        return None
    return "tree" if trees.count(True) == len(key.corpora) else "file+tree"


def unnamed_heads(key: Key, options: Options) -> dict[str, str]:
    """Where heads come from in each dataset whose file does not name those that count."""
    return {
        dataset: corpus.nodes.heads
        for dataset, corpus in key.corpora.items()
        if corpus.nodes is not None
        and not corpus.layer
        and corpus.nodes.heads in _SAID
        and _uses_heads(corpus, options)
    }


def _uses_heads(corpus: Corpus, options: Options) -> bool:
    """True if a head can change a score: a zero is a mention whose head is an empty node."""
    assert corpus.nodes is not None
    return _match_mentions(corpus, options) or len(corpus.nodes.empty) > 0


def _match_mentions(corpus: Corpus, options: Options) -> bool:
    """True if mentions match by their heads, by some setting."""
    return any((one.match or default_match(corpus)) != "exact" for one in each_setting(options))
