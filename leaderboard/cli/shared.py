"""The options that commands share, made into parameters from the one table of options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from dataclasses import Field, fields
from typing import Annotated, Any, Literal, get_origin

import typer

from leaderboard.options import Settings, option_kinds

FORMAT = Literal["table", "markdown", "csv", "latex", "html", "json"]


# Looked up once: reading the types of all options takes longer than showing the help.
_KINDS = option_kinds()


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
        parameters = [parameter for name, parameter in own.items() if name != "options"]
        parameters += [_parameter(entry) for entry in shared]
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


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
    if entry.default is None or isinstance(entry.default, bool):
        return ""
    default = entry.default
    return f" (default: {', '.join(default) if isinstance(default, tuple) else default})"
