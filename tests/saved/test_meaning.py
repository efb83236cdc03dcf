"""Saved sums mean what they would mean now: whoever changes a metric raises the number of the format."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from leaderboard.metrics import METRICS
from leaderboard.options import read_options
from leaderboard.saved.saved_sums import FORMAT
from leaderboard.scoresheet import Scoresheet
from leaderboard.tasks.scored_task import task_of_folder

SUBMISSIONS = Path(__file__).parents[2] / "submissions"
# By format 1.
MEANT = {
    "mentions": "3d26af57e3283605",
    "muc": "8315c4d9c89ccb01",
    "bcub": "418f775ee57793dc",
    "ceafm": "08aa1c48d65af292",
    "ceafe": "eaca61857ccb42f8",
    "blanc": "a15cae4b98f1e14a",
    "lea": "c39a7b55357bc19d",
    "conll": "a9eec8a81093c602",
    "blanc_gold": "ae0bacaf403dcbc3",
    "rand": "efd2ad6cd095612e",
    "da": "fc7b5b84109f7eb0",
    "xcmr": "4052701aa82b4961",
    "mor": "19e89d1cd30f32c9",
    "zero": "3743c2d2a2587707",
}


@pytest.fixture(scope="module")
def sheet() -> Scoresheet:
    """The sums of the systems that are shipped, by every metric."""
    options = {"metric": list(METRICS), "key": str(next(SUBMISSIONS.glob("key*"))), "jobs": 1}
    return task_of_folder(SUBMISSIONS, read_options(options)).sheet


@pytest.mark.parametrize("metric", MEANT)
def test_a_metric_sums_what_it_did(sheet: Scoresheet, metric: str) -> None:
    rounded = np.round(sheet.sums[metric], 6) + 0.0
    digest = hashlib.sha256(rounded.astype("<f8").tobytes()).hexdigest()
    assert (FORMAT, digest[:16]) == (1, MEANT[metric]), f"{metric} has other sums; raise FORMAT"
