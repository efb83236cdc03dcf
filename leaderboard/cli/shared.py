"""The options that commands share, made into parameters from the one table of options."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import Field, dataclass, fields
from pathlib import Path
from shutil import get_terminal_size
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import typer
from typer.models import ArgumentInfo

from leaderboard.cli.shell import TRACEBACK, tell_all, warn
from leaderboard.errors import LeaderboardError, Problem, UsageError, option_error
from leaderboard.options import SHOWN, Options, Presentation, option_kinds
from leaderboard.options.options import OF_TABLES
from leaderboard.text import joined, one_line

if TYPE_CHECKING:
    from leaderboard.options.configuration import Configuration
    from leaderboard.report.table import Table
    from leaderboard.threads import Progress

Typed = Mapping[str, object]

Responses = Annotated[
    list[str], typer.Argument(metavar="RESPONSE", help="Response files, or names in ./submissions")
]
Submissions = Annotated[str, typer.Argument(help="Folder with the submissions (default: submissions)")]


def own(help: str, *names: str, metavar: str | None = None, panel: str = SHOWN) -> Any:
    """An option of one command alone."""
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel=panel, show_default=False)


@dataclass(frozen=True, slots=True)
class View:
    """How a command shows its results; ``columns`` are those that were typed.

    Other commands have other columns, so those of leaderboard.toml are for `rank` alone.
    """

    configuration: Configuration
    columns: tuple[str, ...] | None

    @property
    def settled(self) -> Presentation:
        return self.configuration.presentation

    @property
    def form(self) -> str:
        return self.settled.format

    def warn(self, problems: Sequence[Problem]) -> None:
        if not self.settled.quiet:
            warn(problems)

    @contextmanager
    def running(self) -> Iterator[Progress]:
        """Show progress; where too few systems are left, programs are still told which were rejected."""
        from leaderboard.cli.progress import progress

        try:
            with progress(self.settled.quiet) as told:
                yield told
        except LeaderboardError as error:
            from leaderboard.report.features.problems import rejections_of
            from leaderboard.report.forms.json import head, render_json
            from leaderboard.submissions import TooFew

            if self.form == "json" and isinstance(error, TooFew):
                record = {
                    **head(None, None),
                    "systems": [],
                    "rejected": [*rejections_of(error.rejected).values()],
                }
                typer.echo(render_json(record), nl=False)
            raise

    def text(self, table: Table, *others: Table, figure: str = "") -> str:
        """The tables, of which the first one has the columns that were asked for."""
        from leaderboard.report.forms import render
        from leaderboard.report.table import choose

        chosen = choose(table, self.columns, self.form)
        width, verbose, fits = terminal_width(), self.settled.verbose, self.columns is None
        return render(self.form, chosen, *others, figure=figure, width=width, verbose=verbose, fitted=fits)


def view(
    options: Typed, shown: Typed, folder: Path | None, command: str = "", table: str | None = None
) -> View:
    """How a command shows its results by all that is settled; warn of variables that no option has."""
    from leaderboard.options.configuration import configure, unknown_variables

    if table is None:
        configuration = configure(options, folder, shown)
    else:
        from leaderboard.tasks.counts.typed import configuration_of_counts

        configuration = configuration_of_counts(table, options, shown)
    form = configuration.presentation.format
    tell_all(configuration.presentation.verbose)
    _check_form(form, command)
    tell_settings(configuration)
    if not configuration.presentation.quiet:
        warn(unknown_variables([TRACEBACK]))
    columns = configuration.presentation.columns if "columns" in shown else None
    if columns is not None and form in ("json", "text"):
        why = "JSON, which has all columns" if form == "json" else "a text, which has no columns"
        raise UsageError(f"--columns has no effect on {why}; leave it out")
    return View(configuration, columns)


def tell_settings(configuration: Configuration) -> None:
    """Print which settings file is used, and what of the settings is not.

    A participant may have written the file, so only whoever runs the command can switch this off.
    """
    source = configuration.source
    by_the_user = configuration.origins["quiet"] in ("option", "LEADERBOARD_QUIET")
    if source is None or (configuration.presentation.quiet and by_the_user):
        return
    others = f" ({source.beside} is for other folders)" if source.beside else ""
    print(one_line(f"settings file: {source.path}{others}"), file=sys.stderr)
    warn(configuration.warnings)


def _check_form(form: str, command: str = "") -> None:
    """Refuse the form of another command."""
    [entry] = [entry for entry in fields(Presentation) if entry.name == "format"]
    forms = _choices(entry, command)
    if form not in forms:
        others = joined([f"`leaderboard {other}`" for other in entry.metadata["only"][form]])
        raise option_error("format", f"{form} is for {others}", f"choose {joined(forms, last='or')}")


def form_of(shown: Typed, folder: Path, default: str) -> str:
    """The form of an output that is made for another place than the terminal."""
    from leaderboard.options.configuration import configure

    found = configure({}, folder, shown)
    _check_form(found.presentation.format)
    tell_settings(found)
    return default if found.origins["format"] == "default" else found.presentation.format


def terminal_width() -> int:
    """Return the width of the terminal in characters; 80 where there is none."""
    return get_terminal_size().columns


def refuse_several(wishes: Mapping[str, bool]) -> None:
    """Refuse several tables in CSV; ``wishes`` has the flags of tables, and whether they were typed."""
    asked = [flag for flag, typed in wishes.items() if typed]
    if len(asked) > 1:
        raise UsageError(f"a CSV file holds one table; choose one of {', '.join(asked)}, or another --format")


def shares(
    *,
    without: Collection[str] = (),
    shows: Collection[str] = (),
    defaults: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options of its function, by the type of its parameter ``options``.

    It receives those that were typed as ``options``, and those of ``shows``, which only commands have, as
    ``shown``. ``defaults`` says in words what goes for those that have a default of their own here.
    """
    seen = [entry for entry in fields(Presentation) if entry.name in shows]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        own = inspect.signature(command, eval_str=True).parameters
        names = own["options"].annotation.__optional_keys__ - {*without} if "options" in own else ()
        shared = [entry for entry in fields(Options) if entry.name in names]

        def run(**values: Any) -> Any:
            typed = {"options": _typed(shared, values), "shown": _typed(seen, values)}
            return command(**values, **{name: found for name, found in typed.items() if name in own})

        mine = [
            parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for name, parameter in own.items()
            if name not in ("options", "shown")
        ]
        # Arguments, then the shared options, then those of the command alone, as the help shows them.
        arguments = [one for one in mine if _is_argument(one)]
        parameters = [
            *arguments,
            *(
                _parameter(entry, defaults.get(entry.name), command.__name__, "rename" in names)
                for entry in (*shared, *seen)
            ),
            *(one for one in mine if one not in arguments),
        ]
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _typed(entries: Collection[Field[Any]], values: dict[str, Any]) -> dict[str, object]:
    """Take the options that were typed from all values; repeating most options is as good as commas."""
    typed = {entry.name: values.pop(entry.name) for entry in entries}
    return {
        name: ",".join(value) if isinstance(value, list) and name not in _UNJOINED else value
        for name, value in typed.items()
        if value is not None and value != []
    }


_UNJOINED = frozenset(entry.name for entry in fields(Options) if entry.metadata["commas"] == "belong")


def _is_argument(parameter: inspect.Parameter) -> bool:
    return any(isinstance(part, ArgumentInfo) for part in parameter.annotation.__metadata__)


def _parameter(entry: Field[Any], default: str | None, command: str, counts: bool) -> inspect.Parameter:
    """The option as a command has it, which may also read tables of counts."""
    kind = next(kind for kind in option_kinds()[entry.name] if get_origin(kind) is not Callable)
    flag = f"--{entry.name.replace('_', '-')}"
    words = _choices(entry, command, counts)
    more = [text for word, text in entry.metadata["more"].items() if word in (*words, *["table"] * counts)]
    about = "; ".join([entry.metadata["help"], *more])
    metavar = "|".join(words) or entry.metadata["metavar"] or _METAVARS.get(get_origin(kind) or kind)
    names = [f"{flag}/--no-{flag[2:]}"] if kind is bool else [flag]
    return inspect.Parameter(
        entry.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[
            (list[str] if get_origin(kind) is tuple else kind) | None,
            typer.Option(
                *names,
                metavar=metavar,
                help=about + (_default(entry) if default is None else f" (default: {default})"),
                rich_help_panel=entry.metadata["panel"],
                show_default=False,
            ),
        ],
    )


def _choices(entry: Field[Any], command: str, counts: bool = False) -> list[str]:
    """Return the words that a command can take for an option, where it has a choice of words."""
    literals = [kind for kind in option_kinds()[entry.name] if get_origin(kind) is Literal]
    only = entry.metadata["only"] | ({} if counts else dict.fromkeys(OF_TABLES.get(entry.name, ()), ()))
    return [word for kind in literals for word in get_args(kind) if command in only.get(word, (command,))]


_METAVARS: Mapping[Any, str] = {tuple: "NAMES", int: "N", float: "NUMBER", str: "NAME"}


def _default(entry: Field[Any]) -> str:
    default = entry.default
    if default is None or "(default: " in entry.metadata["help"]:
        return ""
    if isinstance(default, bool):
        return f" (default: {'yes' if default else 'no'})"
    return f" (default: {', '.join(default) if isinstance(default, tuple) else default})"
