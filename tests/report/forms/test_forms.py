"""Every form can be printed, and HTML is one page."""

from __future__ import annotations

import pytest

from leaderboard.report.forms import FORMS, render
from tests.report.special import table


@pytest.mark.parametrize("form", FORMS)
def test_a_form_of_one_table_ends_its_last_line(form: str) -> None:
    text = render(form, table("one"))
    assert "one" in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("form", FORMS)
def test_tables_come_one_after_the_other(form: str) -> None:
    text = render(form, table("first"), table("second"))
    assert text.index("first") < text.index("second")
    assert text.count("<html") == (form == "html")


@pytest.mark.parametrize("form", FORMS)
def test_a_table_without_rows_is_no_fault(form: str) -> None:
    assert render(form, table()).endswith("\n")
