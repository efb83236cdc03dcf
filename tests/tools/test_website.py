"""Pages of the repository become pages of the website with the right links."""

from __future__ import annotations

import pytest

from tools.website import GLOSSARY, ROOT, with_site_links


def test_links_to_files_of_the_repository_lead_to_pages_of_the_website() -> None:
    text = (
        "[security](../SECURITY.md#limits), [slices](slices.md), [out](https://a.example/x.md), [here](#top)"
    )
    linked = (
        "[security](security.md#limits), [slices](slices.md), [out](https://a.example/x.md), [here](#top)"
    )
    assert with_site_links(text, "docs/errors.md") == linked
    assert with_site_links("[page](docs/slices.md)", "README.md") == "[page](slices.md)"
    assert with_site_links("[page](../slices.md)", "docs/example/leaderboard.md") == "[page](../slices.md)"


def test_code_is_left_as_it_is() -> None:
    text = "`[a](b.md)`\n\n```\n[a](b.md)\n```\n"
    assert with_site_links(text, "README.md") == text


def test_a_broken_link_ends_the_build() -> None:
    with pytest.raises(
        SystemExit, match=r"README.md: the file docs/gone.md does not exist; correct the link"
    ):
        with_site_links("[page](docs/gone.md)", "README.md")


def test_the_page_of_a_report_names_the_glossary() -> None:
    page = (ROOT / "tests/report/golden/leaderboard.html").read_text("utf-8")
    assert page.count(GLOSSARY[0]) == 1
    assert "\n## Glossary\n" in (ROOT / "docs/report.md").read_text("utf-8")


def test_the_notebook_is_in_the_group_of_python() -> None:
    navigation = (ROOT / "website/navigation.md").read_text("utf-8")
    [group] = [block for block in navigation.split("```") if ":caption: Python\n" in block]
    assert group.split()[-3:] == ["python", "memory", "notebook"]
    page = (ROOT / "website/notebook.md").read_text("utf-8")
    assert "(notebook.ipynb)" in with_site_links(page, "website/notebook.md")
    assert "[a notebook](docs/notebook.ipynb)" in (ROOT / "README.md").read_text("utf-8")
