"""Compare with CoVal (Python) on random documents, score by score, and in time on one long file.

    python -m tools.coval /path/to/coval --documents 1000

CoVal is imported from its checkout, which is no part of this project, so that its scores have all digits.
No mention of the documents is repeated: there CoVal counts each, and here the first counts.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import leaderboard
from tests.support import plain_conll
from tools.official import random_entities, with_errors, written

THEIRS = {"mentions": "mentions", "muc": "muc", "bcub": "b_cubed", "ceafe": "ceafe", "lea": "lea"}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("checkout", type=Path, help="the folder that holds CoVal's scorer.py")
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=12345)
    options = parser.parse_args()
    sys.path.insert(0, str(options.checkout.resolve()))
    largest = dict.fromkeys([*THEIRS, "conll"], 0.0)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as task:
        for number in range(options.documents):
            files = written([_document(random.Random(f"{options.seed}-{number}"))], Path(folder))
            ours, theirs = _ours(*files), _theirs(*files)
            for name, scores in theirs.items():
                apart = max(abs(one - other) for one, other in zip(ours[name], scores, strict=True))
                largest[name] = max(largest[name], apart)
        print(f"{options.documents} documents")
        for name, difference in largest.items():
            print(f"{name:10} largest difference {difference:.2e}")
        _seconds(["-m", "leaderboard", "simulate", task, "--preset", "conll2012", "--systems", "1"])
        response = next(path for path in Path(task).glob("*.conll") if path.stem != "key")
        here = _seconds(["-m", "leaderboard", "score", str(response), "--metric", ",".join(largest)])
        there = _seconds([str(options.checkout / "scorer.py"), f"{task}/key.conll", str(response)])
    print(f"348 synthetic documents: {here:.1f} s, CoVal {there:.1f} s, {there / here:.1f} times as long")
    return 0


def _document(rng: random.Random) -> tuple[list[plain_conll.Entity], list[plain_conll.Entity]]:
    key, spare = random_entities(rng)
    return key, with_errors(key, spare, rng)


def _ours(key: Path, response: Path) -> dict[str, tuple[float, ...]]:
    scores = leaderboard.score(response, key=key).systems[0].scores
    return {
        name: tuple(x for x in (score.recall, score.precision, score.f1) if x is not None)
        for name, score in scores.items()
    }


def _theirs(key: Path, response: Path) -> dict[str, tuple[float, ...]]:
    """Recall, precision and F1 of each metric, and the mean of three."""
    reader, evaluator = (
        importlib.import_module(f"coval.{name}") for name in ("conll.reader", "eval.evaluator")
    )
    with contextlib.redirect_stdout(io.StringIO()):
        documents = reader.get_coref_infos(str(key), str(response), False, False, True, False)
        scores = {
            name: tuple(evaluator.evaluate_documents(documents, getattr(evaluator, theirs), beta=1))
            for name, theirs in THEIRS.items()
        }
    return {**scores, "conll": (sum(scores[name][2] for name in ("muc", "bcub", "ceafe")) / 3,)}


def _seconds(words: list[str]) -> float:
    """The processor time of a Python program, without that of the system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


if __name__ == "__main__":
    sys.exit(main())
