"""``leaderboard correlate``, ``power`` and ``probe``: studies of metrics; ``simulate``: tasks to study."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from leaderboard.cli.shared import Submissions, own, shares, view
from leaderboard.cli.shell import DONE, reject
from leaderboard.options import SCORED, BootstrapOptions, ProbeOptions
from leaderboard.text import counted, listed, one_line

Output = Annotated[
    Path | None, own("Also write all formats and figures to this folder (default: none)", metavar="FOLDER")
]


@shares(shows=["columns", "format", "quiet", "verbose"])
def correlate(
    options: BootstrapOptions,
    shown: dict[str, object],
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE",
            help="Folder with the submissions, or CSV tables of scores (default: submissions)",
            show_default=False,
        ),
    ] = None,
    output: Output = None,
) -> int:
    """Correlate the metrics over systems."""
    from leaderboard.files import check_output
    from leaderboard.report.features.correlations import correlate_record, correlations_of, people_table
    from leaderboard.report.files.correlations import write_correlations
    from leaderboard.report.forms.json import render_json
    from leaderboard.tasks.counts.typed import table_among
    from leaderboard.verbs.correlate import correlate as correlate_metrics
    from leaderboard.verbs.correlate import place_of_sources

    table = table_among(sources or (), options, needs="item")
    show = view(options, shown, place_of_sources(sources or ()), table=table)
    if output is not None:
        check_output(output)
    with show.running() as told:
        result = correlate_metrics(*(sources or ()), progress=told, **options)
    show.warn(result.warnings)
    if output is not None:
        write_correlations(result, output)
    if show.form == "json":
        text = render_json(correlate_record(result))
    elif show.form == "csv":
        text = show.text(correlations_of(result.correlations).table())
    else:
        text = show.text(people_table(result, show.columns or ()))
    typer.echo(text, nl=False)
    return reject(result.rejected, result.fates)


@shares(shows=["format", "quiet", "verbose"])
def power(
    options: BootstrapOptions, shown: dict[str, object], submissions: Submissions = "submissions"
) -> int:
    """Estimate the smallest difference that a test set can detect."""
    from leaderboard.report.features.power import (
        curve_tables,
        power_record,
        power_table,
        smallest_differences,
    )
    from leaderboard.report.forms.json import render_json
    from leaderboard.tasks.counts.typed import table_among
    from leaderboard.verbs.power import power as power_of

    show = view(options, shown, Path(submissions), table=table_among([submissions], options))
    with show.running() as told:
        result = power_of(submissions, progress=told, **options)
    show.warn(result.warnings)
    if show.form == "json":
        text = render_json(power_record(result))
    elif show.form == "csv":
        text = show.text(smallest_differences(result).table())
    else:
        text = show.text(power_table(result), *curve_tables(result))
    typer.echo(text, nl=False)
    return reject(result.rejected, result.fates)


@shares(
    shows=["columns", "format", "quiet", "verbose"],
    defaults={"metric": "mentions, muc, bcub, ceafm, ceafe, blanc, lea, conll, blanc_gold, rand, da, xcmr"},
)
def probe(
    options: ProbeOptions,
    shown: dict[str, object],
    name: Annotated[
        str | None,
        typer.Argument(help="Experiment, such as split or correct_links (default: all)"),
    ] = None,
    response: Annotated[
        list[str] | None,
        own(
            "Probe better and worse versions of these responses instead, separated by commas",
            metavar="RESPONSES",
            panel=SCORED,
        ),
    ] = None,
    submissions: Annotated[
        str | None,
        own(
            "Show instead which metrics rank the systems of a folder differently, and why",
            metavar="FOLDER",
            panel=SCORED,
        ),
    ] = None,
    output: Output = None,
) -> int:
    """Show how each metric reacts to controlled errors.

    The key is that of Moosavi & Strube (2016), unless --key names another one. The options on tests need
    --submissions.
    """
    from leaderboard.files import check_output
    from leaderboard.report.features.probe import probe_record, probe_table, probe_tables
    from leaderboard.report.files.probe import write_probe
    from leaderboard.report.forms.json import render_json
    from leaderboard.verbs.probe import place_of_probe
    from leaderboard.verbs.probe import probe as probe_metrics

    responses = [name for text in response or () for name in _apart(text)]
    show = view(options, shown, place_of_probe(responses, submissions))
    if output is not None:
        check_output(output)
    with show.running() as told:
        result = probe_metrics(name, response=responses, submissions=submissions, progress=told, **options)
    show.warn(result.warnings)
    if output is not None:
        write_probe(result, output)
    if show.form == "json":
        text = render_json(probe_record(result))
    elif show.form == "csv" or show.columns is not None:
        text = show.text(probe_table(result))
    else:
        text = show.text(*probe_tables(result))
    typer.echo(text, nl=False)
    return reject(result.rejected, result.fates)


def _apart(text: str) -> list[str]:
    """The responses in a list with commas, unless it is the name of one file."""
    return [text] if Path(text).exists() else [name.strip() for name in text.split(",") if name.strip()]


MOST_NAMED = 12


def simulate(
    out: Annotated[Path, typer.Argument(help="A new or empty folder")],
    preset: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Kind of corpus: example, conll2012, litbank, giant (default: example)"
        ),
    ] = "example",
    form: Annotated[
        str, typer.Option(metavar="conll|corefud", help="Format of the files (default: conll)")
    ] = "conll",
    documents: Annotated[
        int | None, typer.Option(metavar="N", help="Number of documents (default: as in the preset)")
    ] = None,
    datasets: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of datasets, in folders (default: one file per system)"),
    ] = None,
    systems: Annotated[int, typer.Option(metavar="N", help="Number of systems (default: 9)")] = 9,
    null_pairs: Annotated[
        int, typer.Option(metavar="N", help="Number of pairs of equally good systems (default: 0)")
    ] = 0,
    runs: Annotated[
        int, typer.Option(metavar="N", help="Number of runs of each system, as NAME@1, NAME@2 … (default: 1)")
    ] = 1,
    broken: Annotated[
        bool, typer.Option("--broken", help="Add a submission that ends within a document")
    ] = False,
    hard: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="What is hard for every system, separated by commas: names, nouns, pronouns, "
            "or genres such as tc (default: none)",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed of all random numbers (default: 12345)")
    ] = 12345,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing")] = False,
) -> int:
    """Write a synthetic shared task: a key and systems with known error profiles."""
    from leaderboard.verbs.simulate import simulate as simulate_task

    made = simulate_task(
        out,
        preset=preset,
        form=form,
        documents=documents,
        datasets=datasets,
        systems=systems,
        null_pairs=null_pairs,
        runs=runs,
        broken=broken,
        hard=hard or (),
        seed=seed,
    )
    if quiet:
        return DONE
    on = f" on {counted(len(made.datasets), 'dataset')}" if made.datasets else ""
    each = f" with {runs} runs each" if runs > 1 else ""
    what = f"a key and {counted(len(made.systems), 'system')}{each}{on}: {listed(made.systems, MOST_NAMED)}"
    typer.echo(one_line(f"{made.folder}: {what}"))
    typer.echo(one_line(f"Next: leaderboard rank {quote(str(made.folder))}"))
    return DONE
