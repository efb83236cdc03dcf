"""Options are checked once, wherever they come from, and a wrong one is explained in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leaderboard.errors import UsageError, in_python
from leaderboard.options import Options, option_kinds, read_options
from leaderboard.text import suggestion

METRIC_LABELS = {
    "Mentions": "mentions",
    "MUC": "muc",
    "B³": "bcub",
    "CEAFₘ": "ceafm",
    "CEAFₑ": "ceafe",
    "BLANC": "blanc",
    "LEA": "lea",
    "CoNLL": "conll",
    "BLANC-gold": "blanc_gold",
    "Rand": "rand",
    "DA": "da",
    "XC-MR": "xcmr",
    "MOR": "mor",
    "Zeros": "zero",
}


def test_without_options_all_have_their_defaults() -> None:
    assert read_options({}) == Options()


def test_every_option_has_a_help_and_a_kind() -> None:
    kinds = option_kinds()
    for entry in Options.__dataclass_fields__.values():
        assert not entry.metadata["help"].endswith(".")
        assert entry.metadata["help"].count("(default: ") == (
            entry.default is None or entry.name == "primary"
        )
        assert kinds[entry.name]


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("key", Path("key.conll"), "key.conll"),
        ("key", None, None),
        ("metric", "lea", ("lea",)),
        ("metric", ["lea", "muc", "lea"], ("lea", "muc")),
        ("metric", ("rand",), ("rand",)),
        ("primary", "lea", "lea"),
        ("singletons", "drop", "drop"),
        ("duplicates", "error", "error"),
        ("missing", "empty", "empty"),
        ("missing_dataset", "zero", "zero"),
        ("metric", "lea,muc", ("lea", "muc")),
        ("metric", "LEA, B³,", ("lea", "bcub")),
        ("metric", ["LEA,muc", "lea"], ("lea", "muc")),
        ("primary", "CEAFₑ", "ceafe"),
        ("settings", "exact,partial", ("exact", "partial")),
        ("settings", ["exact,partial", "head"], ("exact", "partial", "head")),
        ("datasets", "de,nl=Dutch", ("de", "nl=Dutch")),
        ("datasets", ["de", "nl=Dutch, Flemish"], ("de", "nl=Dutch, Flemish")),
        ("datasets", ["de", "nl=Dutch"], ("de", "nl=Dutch")),
        ("datasets", None, None),
        ("check_words", False, False),
        ("word_column", 4, 4),
        ("word_column", np.int64(4), 4),
        ("offsets", "char", "char"),
        ("ends", None, None),
        ("blanc", "luo2014", "luo2014"),
        ("blanc_weight", 0, 0.0),
        ("blanc_weight", 1.0, 1.0),
        ("blanc_weight", np.float64(0.25), 0.25),
        ("blanc_weight", np.float32(0.25), 0.25),
        ("lea_importance", "one", "one"),
        ("lea_importance", max, max),
        ("jobs", 4096, 4096),
    ],
)
def test_right_values_are_kept(name: str, given: object, kept: object) -> None:
    value = getattr(read_options({name: given}), name)
    assert value == kept
    assert type(value) is type(kept)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *((label.upper(), name) for label, name in METRIC_LABELS.items()),
        *((label.lower(), name) for label, name in METRIC_LABELS.items()),
        *((name.upper(), name) for name in METRIC_LABELS.values()),
        *{"B3": "bcub", "BCUBED": "bcub", "B-cubed": "bcub", "CEAFe": "ceafe", "ceaf_m": "ceafm"}.items(),
        *{"blanc-gold": "blanc_gold", "BLANCgold": "blanc_gold", "xcmr": "xcmr", "zeros": "zero"}.items(),
    ],
)
def test_metrics_are_known_by_name_and_label_in_any_case(typed: str, name: str) -> None:
    assert read_options({"metric": typed}).metric == (name,)
    assert read_options({"primary": typed}).primary == name


@pytest.mark.parametrize(
    ("given", "primary"),
    [
        ({"metric": "LEA"}, "lea"),
        ({"metric": ["lea", "LEA"]}, "lea"),
        ({"metric": "lea", "primary": "muc"}, "muc"),
        ({"metric": "lea,muc"}, "conll"),
        ({"metric": "lea,muc", "primary": "MUC"}, "muc"),
        ({}, "conll"),
    ],
)
def test_one_metric_alone_is_primary(given: dict[str, Any], primary: str) -> None:
    assert read_options(given).primary == primary


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"metrics": "lea"}, "there is no option 'metrics'; did you mean 'metric'?"),
        ({"metric": "Bcubd"}, "there is no metric 'Bcubd'; did you mean 'bcub'?"),
        ({"metric": "lea,b4"}, "there is no metric 'b4'; choose among mentions, muc, bcub, ceafm, "),
        ({"primary": "con"}, "there is no metric 'con'; did you mean 'conll'?"),
        ({"metric": []}, "metric is []; give one or several names"),
        ({"metric": " , "}, "metric is ' , '; give one or several names"),
        ({"settings": ["exact", "heads"]}, "there is no setting 'heads'; did you mean 'head'?"),
        ({"metric": 3}, "metric is 3; give one or several names"),
        ({"metric": ["lea", 3]}, "metric is ['lea', 3]; give one or several names"),
        ({"singletons": "none"}, "singletons is 'none'; choose 'keep' or 'drop'"),
        ({"adjust": None}, "adjust is None; choose 'shaffer', 'holm', 'bonferroni', 'bh' or 'none'"),
        ({"offsets": "byte"}, "offsets is 'byte'; choose 'token' or 'char'"),
        ({"lea_importance": ["size"]}, "lea_importance is ['size']; choose 'size', 'one' or 'class'"),
        ({"datasets": ["de", "de=D"]}, "--datasets has 'de' twice; keep one of the two"),
        ({"datasets": ["="]}, "--datasets has '='; write NAME or NAME=LABEL, on one line"),
        ({"missing_dataset": "empty"}, "missing_dataset is 'empty'; choose 'error', 'zero' or 'exclude'"),
        ({"key": 3}, "key is 3; give a text"),
        ({"check_words": 1}, "check_words is 1; give true or false"),
        ({"word_column": 0}, "word_column is 0; give a number from 1 to 1000"),
        ({"word_column": 4.0}, "word_column is 4.0; give a whole number"),
        ({"jobs": True}, "jobs is True; give a whole number"),
        ({"jobs": 4097}, "jobs is 4097; give a number from 1 to 4096"),
        ({"blanc_weight": 1.5}, "blanc_weight is 1.5; give a number from 0 to 1"),
        ({"blanc_weight": -1}, "blanc_weight is -1; give a number from 0 to 1"),
        ({"blanc_weight": float("nan")}, "blanc_weight is nan; give a number from 0 to 1"),
        ({"blanc_weight": "0.5"}, "blanc_weight is '0.5'; give a number"),
        ({"blanc_weight": False}, "blanc_weight is False; give a number"),
    ],
)
def test_wrong_values_are_explained(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(values)
    assert str(caught.value).startswith(in_python(message))
    assert "\n" not in str(caught.value)
    assert "--" not in str(caught.value)


def test_metrics_that_are_separated_by_blanks_are_told_apart() -> None:
    message = "metric is 'lea conll'; separate metrics by commas: lea,conll"
    with pytest.raises(UsageError, match=f"^{message}$") as caught:
        read_options({"metric": "lea conll"})
    assert caught.value.typed == f"--{message}"
    with pytest.raises(UsageError, match=r"^there is no metric 'a b'"):
        read_options({"metric": "a b"})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"alpha": 5}, "--alpha is 5; give a number between 0 and 0.5, such as 0.05"),
        ({"margin": 0}, "--margin is 0; give a number between 0 and 100"),
        ({"missing_dataset": "none"}, "--missing-dataset is 'none'; choose error, zero or exclude"),
    ],
)
def test_a_command_writes_options_as_they_are_typed(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_options(values)
    assert caught.value.typed == message


def test_a_suggestion_is_the_closest_name_or_else_all() -> None:
    assert suggestion("lee", ["lea", "muc"]) == "did you mean 'lea'?"
    assert suggestion("xyz", ["lea", "muc"]) == "choose among lea, muc"
