"""The stages that are measured begin and end at functions that exist."""

from __future__ import annotations

from importlib import import_module

import pytest

from tools.scale import FUNCTIONS, STAGES


@pytest.mark.parametrize("place", FUNCTIONS)
def test_every_stage_is_of_a_function(place: str) -> None:
    module, _, name = place.rpartition(".")
    assert callable(getattr(import_module(module), name))
    assert FUNCTIONS[place] in STAGES
