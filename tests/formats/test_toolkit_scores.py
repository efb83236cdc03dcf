"""Random clusters have one score, in whatever form of language models or toolkits they are written."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from leaderboard.options import read_options
from leaderboard.scoring.key import chosen_metrics, read_key
from leaderboard.scoring.scored import score_response
from leaderboard.submissions import open_submission
from tests.support.toolkit_files import (
    TEXTS,
    Document,
    as_booknlp,
    as_conll,
    as_stanza,
    entities,
    random_documents,
)

NAMES = ["mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea"]
SEEDS = 25


def written(write: Callable[[Sequence[Document]], str]) -> Callable[[Path, Sequence[Document]], None]:
    return lambda path, documents: path.write_text(write(documents), encoding="utf-8") and None


def write_booknlp(path: Path, documents: Sequence[Document]) -> None:
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    for document in documents:
        mentions, tokens = as_booknlp(document)
        (path / f"{document.name}.entities").write_text(mentions, encoding="utf-8")
        (path / f"{document.name}.tokens").write_text(tokens, encoding="utf-8")
        (path / f"{document.name}.book").write_text("{}", encoding="utf-8")


FORMS: dict[str, Callable[[Path, Sequence[Document]], None]] = {
    **{kind: written(write) for kind, write in TEXTS.items()},
    "Stanza": written(as_stanza),
    "BookNLP": write_booknlp,
}


@pytest.mark.parametrize("form", FORMS)
def test_scores_are_those_of_conll(form: str, tmp_path: Path) -> None:
    text = form.split(maxsplit=1)[0]
    options = read_options({"metric": NAMES, "text": text if form in TEXTS else None})
    place, plain, path = tmp_path / "key.conll", tmp_path / "plain.conll", tmp_path / "ours"
    for seed in range(SEEDS):
        chance = random.Random(f"{form} {seed}")
        of_key = random_documents(chance)
        ours = [one._replace(entities=entities(one.words, chance)) for one in of_key]
        if form == "Stanza" and not any(one.entities for one in ours):
            continue
        place.write_text(as_conll(of_key), encoding="utf-8")
        plain.write_text(as_conll(ours), encoding="utf-8")
        FORMS[form](path, ours)
        key = read_key(place, options)
        metrics = chosen_metrics(options, key.format)
        one, other = (
            score_response(key, open_submission(file, follow_symlinks=False), options, metrics)
            for file in (plain, path)
        )
        for name in NAMES:
            np.testing.assert_allclose(one.sums[name], other.sums[name], rtol=0, atol=1e-12)
