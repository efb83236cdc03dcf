"""The options that commands share, made into parameters from the one table of options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from dataclasses import Field, fields
from typing import Annotated, Any, Literal, get_origin

import typer
from typer.models import ArgumentInfo

from leaderboard.errors import UsageError
from leaderboard.options import Settings, option_kinds

FORMAT = Literal["table", "markdown", "csv", "latex", "html", "json"]


# Looked up once: reading the types of all options takes longer than showing the help.
_KINDS = option_kinds()


def refuse_columns(columns: str | None, form: str) -> None:
    """JSON is for programs, and always whole."""
    if columns is not None and form == "json":
        raise UsageError("--columns chooses columns of tables; JSON has everything, leave --columns out")


def shares(*panels: str, without: Collection[str] = ()) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options of some panels; it receives those that were typed as ``options``."""
    shared = [
        entry for entry in fields(Settings) if entry.metadata["panel"] in panels and entry.name not in without
    ]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        def run(**values: Any) -> Any:
            typed = {entry.name: values.pop(entry.name) for entry in shared}
            return command(
                **values,
                options={name: value for name, value in typed.items() if value is not None and value != []},
            )

        own = inspect.signature(command, eval_str=True).parameters
        mine = [
            parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for name, parameter in own.items()
            if name != "options"
        ]
        # Arguments, then the shared options, then those of the command alone, as the help shows them.
        arguments = [one for one in mine if _is_argument(one)]
        parameters = [
            *arguments,
            *(_parameter(entry) for entry in shared),
            *(one for one in mine if one not in arguments),
        ]
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _is_argument(parameter: inspect.Parameter) -> bool:
    return any(isinstance(part, ArgumentInfo) for part in parameter.annotation.__metadata__)


def _parameter(entry: Field[Any]) -> inspect.Parameter:
    kind = next(kind for kind in _KINDS[entry.name] if get_origin(kind) is not Callable)
    flag = f"--{entry.name.replace('_', '-')}"
    names = [f"{flag}/--no-{flag[2:]}"] if kind is bool else [flag]
    return inspect.Parameter(
        entry.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[
            (list[str] if get_origin(kind) is tuple else kind) | None,
            typer.Option(
                *names,
                help=entry.metadata["help"] + _default(entry),
                rich_help_panel=entry.metadata["panel"],
                show_default=False,
            ),
        ],
    )


def _default(entry: Field[Any]) -> str:
    default = entry.default
    if default is None:
        return ""
    if isinstance(default, bool):
        return f" (default: {'yes' if default else 'no'})"
    return f" (default: {', '.join(default) if isinstance(default, tuple) else default})"
