"""Build the website from the pages of the repository.

    python -m tools.website [FOLDER]

The pages of ``docs/`` and of the repository are copied side by side, with their links turned to each other,
and Sphinx makes HTML of them. A link that leads nowhere ends the build. The example task is ranked anew, so
that the website has its report and its documents. FOLDER (default: ``build/website``) is replaced.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "RELIABILITY.md": "reliability.md",
    "SECURITY.md": "security.md",
    "website/example.md": "example.md",
    "website/notebook.md": "notebook.md",
}
# How the page of a report names the glossary, and its link on the website.
GLOSSARY = ("docs/report.md#glossary</span>", '<a href="../report.html#glossary">The report</a></span>')
LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)#]+)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def site_path(path: str) -> str:
    """Return the path that a file of the repository has on the website."""
    return PAGES.get(path, path.removeprefix("docs/"))


def with_site_links(text: str, page: str) -> str:
    """Return the text of a page, with its links to files of the repository as links of the website."""
    here = posixpath.dirname(site_path(page))

    def site_link(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link[0]))
        if not (ROOT / path).exists():
            raise SystemExit(f"{page}: the file {path} does not exist; correct the link")
        return posixpath.relpath(site_path(path), here or ".")

    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [LINK.sub(site_link, text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, LINK.sub(site_link, text[end:])])


def copy_pages(source: Path) -> None:
    """Copy the pages and what they show to a folder for Sphinx."""
    documents = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.*")]
    for page in [*documents, *PAGES, "CITATION.cff", "LICENSE"]:
        copy = source / site_path(page)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if copy.suffix == ".md":
            copy.write_text(with_site_links((ROOT / page).read_text("utf-8"), page), "utf-8")
        else:
            shutil.copyfile(ROOT / page, copy)
    with (source / "index.md").open("a", encoding="utf-8") as index:
        index.write((ROOT / "website/navigation.md").read_text("utf-8"))


def rank_example(output: Path) -> None:
    """Rank the example task, with the pages of its documents, and link the report to the glossary."""
    rank = [sys.executable, "-m", "leaderboard", "rank", "--reader", "--quiet", "--output", str(output)]
    subprocess.run(rank, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    report = output / "leaderboard.html"
    report.write_text(report.read_text("utf-8").replace(*GLOSSARY), "utf-8")


def build(output: Path) -> None:
    """Build the website in a folder; warnings of Sphinx are errors."""
    with tempfile.TemporaryDirectory() as name:
        source = Path(name, "source")
        copy_pages(source)
        rank_example(Path(name, "extra", "report"))
        sphinx = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
        settings = ["-c", str(ROOT / "website"), "-D", f"html_extra_path={Path(name, 'extra')}"]
        subprocess.run([*sphinx, *settings, str(source), str(Path(name, "site"))], check=True)
        shutil.rmtree(output, ignore_errors=True)
        shutil.copytree(Path(name, "site"), output, ignore=shutil.ignore_patterns(".doctrees", ".buildinfo"))


if __name__ == "__main__":
    folder = Path(*sys.argv[1:2] or [ROOT / "build" / "website"])
    build(folder)
    print(f"{folder / 'index.html'}")
