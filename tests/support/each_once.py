"""Every entry of a ranking is told of once: on the terminal, and in each form of the report."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.support.made_entries import Cases, Policy, entries, systems
from tests.support.running import Run


def report(name: str) -> str:
    return Path("reports", name).read_text(encoding="utf-8")


def names(lines: Iterable[str], begin: str, end: str) -> list[str]:
    return sorted(line.removeprefix(begin).partition(end)[0] for line in lines if line.startswith(begin))


class EachOnce(NamedTuple):
    """The entries of a folder, the sentences on runs that are left out, and the policy."""

    cases: Cases
    left_out: Collection[str]
    policy: Policy
    datasets: int

    def systems(self, verdict: str) -> set[str]:
        return systems(self.policy, verdict, self.cases)

    def entries(self, verdict: str) -> list[str]:
        return entries(self.policy, verdict, self.cases)

    def check_json(self) -> None:
        record = json.loads(report("leaderboard.json"))
        assert record["entries"] == [
            {
                "entry": name,
                "system": case.system,
                "run": case.run,
                "verdict": case.verdicts[self.policy],
                "missing_datasets": list(case.missing),
                "faulty_datasets": list(case.faulty),
            }
            for name, case in sorted(self.cases.items())
        ]
        assert {one["system"] for one in record["systems"]} == self.systems("ranked")
        assert {one["system"] for one in record["excluded"]} == self.systems("excluded")
        assert len(record["rejected"]) == len(self.entries("rejected"))

    def check_terminal(self, run: Run, verbose: Run) -> None:
        rows = run.out.partition("-\n")[2].partition("\n\n")[0].splitlines()
        self._check_ranking([re.split(r" {2,}", row) for row in rows])
        lines = run.err.splitlines()
        rejected = names(lines, "rejected: submissions/", ":")
        assert sorted(name.partition("/")[0] for name in rejected) == self.entries("rejected")
        begin = "left out of the mean: "
        left_out = {line.removeprefix(begin) for line in lines if line.startswith(begin)}
        assert left_out == (set(self.left_out) if self.policy != "error" else set())
        notes = " ".join(verbose.out.split())
        for name in self.systems("excluded"):
            assert len(re.findall(rf"\b{name} lacks the datasets? .*? excluded from the ranking", notes)) == 1

    def check_markdown(self) -> None:
        text = report("leaderboard.md")
        rows = text.partition("\n|--")[2].partition("\n\n")[0].splitlines()[1:]
        cells = [[cell.strip(" *").replace("\\", "") for cell in row.strip("|").split("|")] for row in rows]
        self._check_ranking(cells)
        self._check_notes(text.replace("\\", ""))

    def check_html(self) -> None:
        text = re.sub(r"<script.*?</script>", "", report("leaderboard.html"), flags=re.DOTALL)
        body = text.partition("<tbody>")[2].partition("</tbody>")[0]
        rows = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in body.split("<tr")[1:]]
        self._check_ranking([[_cell(cell) for cell in row if 'class="bar"' not in cell] for row in rows])
        self._check_notes(html.unescape(re.sub(r"<[^>]*>", "", text.replace("</th>", " "))))

    def check_latex(self) -> None:
        rows = report("leaderboard.tex").partition("\\midrule")[2].partition("\\bottomrule")[0]
        rows = re.sub(r"\\textbf\{(.*?)\}", r"\1", rows.replace("\\textendash{}", "–"))
        self._check_ranking(
            [[cell.strip() for cell in row.split("&")] for row in rows.split("\\\\") if "&" in row]
        )
        self._check_notes(
            report("leaderboard-appendix.tex").replace("\\allowbreak{}", "").replace("\\_", "_")
        )

    def _check_ranking(self, rows: list[list[str]]) -> None:
        """Ranked systems have a number and ranks; excluded ones are last, with a count of datasets."""
        ranked, excluded = self.systems("ranked"), self.systems("excluded")
        found = _places(rows)
        assert {name for name, (number, *_) in found.items() if number.isdigit()} == ranked
        assert {name for name, (_, rank, _) in found.items() if re.fullmatch(r"\d+(–\d+)?", rank)} == ranked
        assert set(list(found)[len(ranked) :]) == excluded
        for name in excluded:
            number, rank, score = found[name]
            of_system = [case for case in self.cases.values() if case.system == name]
            lacking = {dataset for case in of_system for dataset in (*case.missing, *case.faulty)}
            assert (number, rank) == ("", "–")
            assert score.endswith(f"({self.datasets - len(lacking)} of {self.datasets})")

    def _check_notes(self, text: str) -> None:
        """A row for each rejected entry, a note for each run that is left out and each excluded system."""
        reasons = text.partition("Reason")[2]
        for name in self.entries("rejected"):
            line = rf"(?<![\w/-]){re.escape(name)}(?:/\w+\.\w+(?::\d+)?)?: "
            assert len(re.findall(line, reasons)) == 1, name
        for sentence in self.left_out:
            assert text.count(f"{sentence}.") == (self.policy != "error")
        for name in self.systems("excluded"):
            note = rf"\b{name} lacks the datasets? [^.]*\. It is scored"
            assert len(re.findall(note, text)) == 1
        assert ("Unreadable files" in text) == (self.policy != "error")


def _places(rows: list[list[str]]) -> dict[str, tuple[str, str, str]]:
    """Number, rank and score by system, from the rows of a ranking; copies share a row."""
    found = {name: (row[0], row[4], row[2]) for row in rows for name in row[1].split(" = ")}
    assert len(found) == sum(len(row[1].split(" = ")) for row in rows)
    return found


def _cell(text: str) -> str:
    """What a cell shows; the runs of a system unfold below its name."""
    return html.unescape(re.sub(r"<ul>.*?</ul>|<[^>]*>", "", text, flags=re.DOTALL)).strip()
