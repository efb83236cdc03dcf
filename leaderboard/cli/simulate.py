"""``leaderboard simulate``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shell import DONE
from leaderboard.text import counted, listed, one_line

MOST_NAMED = 12


def simulate(
    out: Annotated[Path, typer.Argument(help="A new or an empty folder.")],
    preset: Annotated[str, typer.Option(help="The kind of corpus.")] = "example",
    form: Annotated[str, typer.Option(help="The form of the files, conll or corefud.")] = "conll",
    documents: Annotated[
        int | None, typer.Option(help="How many documents; as the preset has, if not said.")
    ] = None,
    datasets: Annotated[
        int | None, typer.Option(help="How many datasets, in folders; a single file each, if not said.")
    ] = None,
    systems: Annotated[int, typer.Option(help="How many systems.")] = 9,
    null_pairs: Annotated[int, typer.Option(help="How many pairs of equally good systems.")] = 0,
    broken: Annotated[
        bool, typer.Option("--broken", help="Add a submission that ends within a document.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The seed of all that is random.")] = 12345,
) -> int:
    """Write a made-up shared task: a key and systems with known error profiles."""
    from leaderboard.verbs.simulate import simulate as simulate_task

    made = simulate_task(
        out,
        preset=preset,
        form=form,
        documents=documents,
        datasets=datasets,
        systems=systems,
        null_pairs=null_pairs,
        broken=broken,
        seed=seed,
    )
    on = f" on {counted(len(made.datasets), 'dataset')}" if made.datasets else ""
    what = f"a key and {counted(len(made.systems), 'system')}{on}: {listed(made.systems, MOST_NAMED)}"
    typer.echo(one_line(f"{made.folder}: {what}"))
    return DONE
