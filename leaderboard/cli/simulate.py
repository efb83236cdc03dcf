"""``leaderboard simulate``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shell import DONE
from leaderboard.text import counted, listed, one_line

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
    on = f" on {counted(len(made.datasets), 'dataset')}" if made.datasets else ""
    each = f" with {runs} runs each" if runs > 1 else ""
    what = f"a key and {counted(len(made.systems), 'system')}{each}{on}: {listed(made.systems, MOST_NAMED)}"
    typer.echo(one_line(f"{made.folder}: {what}"))
    return DONE
