"""A pytest plugin for mutation testing: few examples, always the same, and no slow tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings

FEW = settings(
    max_examples=12,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=(HealthCheck.differing_executors,),  # tests run twice in one process
)
SLOW = ("letters_of_up_to_two_hundred_systems", "coverage_of_a_difference", "blas_threads")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Also where a test says itself how many examples it takes."""
    items[:] = [item for item in items if not any(name in item.name for name in SLOW)]
    for item in items:
        method = getattr(item, "obj", None)
        function = getattr(method, "__func__", method)
        if hasattr(function, "hypothesis"):
            function._hypothesis_internal_use_settings = FEW
