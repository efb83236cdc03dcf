"""``leaderboard rank``"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.shared import Submissions, View, own, shares, terminal_width, view
from leaderboard.cli.shell import DONE, reject
from leaderboard.errors import Problem
from leaderboard.options import RankOptions
from leaderboard.text import counted, joined, listed
from leaderboard.threads import Stage

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult

# The share of the run after which only the report is left to write.
RANKED = 0.97
# Of more groups of identical outputs the number is said.
MOST_GROUPS = 3


@shares(shows=["columns", "format", "output", "figures", "quiet", "verbose"])
def rank(
    options: RankOptions,
    shown: dict[str, object],
    submissions: Submissions = "submissions",
    explain_config: Annotated[
        bool, own("Show every option with its value and origin, and do nothing else", "--explain-config")
    ] = False,
) -> int:
    """Rank the systems of a folder by significance tests, and write a report."""
    from leaderboard.report.features.paragraph import ranked_text
    from leaderboard.report.figures import figure_forms, pictures
    from leaderboard.report.files.contents import WHOLE, report_files, report_pieces
    from leaderboard.report.files.writer import check_report, write_report
    from leaderboard.report.forms import render
    from leaderboard.report.screen import closing, head, render_screen
    from leaderboard.report.sections import printed_tables
    from leaderboard.report.table import choose
    from leaderboard.report.tables.rankings import people_table, systems
    from leaderboard.tasks.contests import contests
    from leaderboard.tasks.counts.typed import table_among
    from leaderboard.tasks.scored_task import with_saved_options
    from leaderboard.verbs.rank import rank_as, rank_counts

    counts = table_among([submissions], options)
    show = view(options, shown, Path(submissions), command="rank", table=counts)
    settled, form = show.settled, show.form
    forms = figure_forms(settled.figures)
    if explain_config:
        explain(show, Path(submissions))
        return DONE
    check_report(Path(settled.output), [submissions])
    with show.running() as told:

        def ranking(stage: Stage, share: float) -> None:
            told(stage, RANKED * share)

        if counts is None:
            configuration = with_saved_options(show.configuration, Path(submissions))
            result = rank_as(*contests(submissions, configuration), configuration, ranking)
        else:
            result = rank_counts(submissions, show.configuration, ranking)
        told(Stage("writing report"), RANKED)
        drawn = pictures(result, forms)
    show.warn([problem for phase in result.phases for problem in copies_as_one(phase)])
    rejected = [rejection for phase in result.phases for rejection in phase.rejected]
    code = reject(rejected, [fate for phase in result.phases for fate in phase.fates])
    pieces: Iterable[tuple[str, bytes]] = report_pieces(result, drawn)
    if form == "json" or (form in WHOLE and settled.columns is None):
        files = report_files(result, drawn)
        pieces, text = files.items(), files[WHOLE[form]].decode()
    elif form == "text":
        text = ranked_text(result)
    elif form == "table" and not settled.verbose:
        text = render_screen(result, settled.columns, terminal_width())
    else:
        whole = systems(result).table().flat() if form == "csv" else people_table(result)
        table = choose(whole, settled.columns, form)
        others = () if form in ("csv", "latex") else printed_tables(result)
        text = render(form, table, *others, width=terminal_width(), fitted=settled.columns is None)
        text = f"{head(result, terminal_width())}\n\n{text}" if form == "table" else text
    try:
        with show.running() as told:
            told(Stage("writing report"), RANKED)
            write_report(result, pieces, Path(settled.output))
    finally:  # what was computed is shown, whatever is the matter with the folder
        typer.echo(text, nl=False)
    if form == "table":
        page = PurePath(settled.output, WHOLE["html"])
        typer.echo(f"\n{closing(result, code, page, terminal_width())}", nl=False)
    return code


def copies_as_one(result: RankResult) -> list[Problem]:
    """Return the warnings, those about several groups of identical outputs as one."""
    from leaderboard.tasks.scored_task import SUBMITTED_TWICE

    groups, others = result.identical, [one for one in result.warnings if one.remedy != SUBMITTED_TWICE]
    if len(groups) < 2:
        return list(result.warnings)
    some = listed(list(map(joined, groups)), MOST_GROUPS, "; ", "; ")
    what = f"{counted(len(groups), 'group')} of identical outputs ({some})"
    return [*others, Problem(result.submissions, 0, what, SUBMITTED_TWICE)]


def explain(show: View, folder: Path) -> None:
    """Show the value and the origin of every option of `rank`."""
    from leaderboard.report.features.configurations import configuration_record, configuration_table
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.submissions import look_for_key
    from leaderboard.tasks.contests import chosen_track
    from leaderboard.tasks.scored_task import with_saved_options

    configuration = with_saved_options(show.configuration, folder)
    chosen_track(configuration)  # refuses the name of none
    key, _ = look_for_key(configuration.options.key, folder)
    if show.form == "json":
        text = render_json(configuration_record(configuration, key))
    else:
        text = render(show.form, configuration_table(configuration, key))
    typer.echo(text, nl=False)
