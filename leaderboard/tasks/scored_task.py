"""A task is made: of a folder of submissions, of responses that are named, or of saved sums."""

from __future__ import annotations

import hashlib
import os
import reprlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from leaderboard.errors import NothingToDo, Problem, UsageError, bounded
from leaderboard.formats.limits import MOST_BYTES
from leaderboard.metrics.metric import Floats, Metric
from leaderboard.options import Options, each_setting, read_options
from leaderboard.options.configuration import Configuration, configure
from leaderboard.options.settings_file import SettingsFile, secrets
from leaderboard.options.values import chosen
from leaderboard.saved import MANIFEST, stands_in, strangers
from leaderboard.saved.manifest import FREE, Manifest, read_manifest, scoring
from leaderboard.saved.store import LackingSums, Shelf
from leaderboard.scoresheet import PartName, Scoresheet, part_names
from leaderboard.scoring.across import CORPUS_LINKS, LINKS, within, without
from leaderboard.scoring.key import Key, chosen_metrics, counted_key, read_key, signature
from leaderboard.scoring.pool import Outcomes, score_responses
from leaderboard.scoring.response import fault_of, head_remarks
from leaderboard.scoring.scored import Detail, Scored
from leaderboard.scoring.sliced import SliceRequest, slice_sheets
from leaderboard.submissions import (
    Found,
    Rejection,
    Submission,
    find_key,
    find_responses,
    find_submissions,
    look_for_key,
    meant,
    names_of,
    open_submission,
    open_submissions,
    settings_place,
    swapped,
)
from leaderboard.submissions.submission import Source
from leaderboard.system_names import alike, can_be_shown
from leaderboard.tasks.clusters import document_facts
from leaderboard.tasks.task import Task, identical_systems, with_fates
from leaderboard.text import joined, one_line
from leaderboard.threads import ALONE, Stage, Work
from leaderboard.version import VERSION

# What a response may have of the key's size is bounded elsewhere; this only keeps from hashing for hours.
MOST_TIMES = 100


def digests(
    folder: Path,
    submissions: Iterable[Submission],
    key: Submission,
    settings: Collection[Path],
    known: Mapping[Path, str],
) -> dict[str, str]:
    """SHA-256 of the files of submissions, of the key and of settings, by name from the folder.

    What cannot be read, or is too large to have been, has no hash; it has been rejected for that. Files
    of ``known`` hash are not read again.
    """
    trusted = {*_files([key]), *settings}
    most = MOST_BYTES + MOST_TIMES * sum(path.stat().st_size for path in trusted if path.is_file())
    paths = trusted | set(_files(submissions))
    hashes = ((one_line(name_in(folder, path)), known.get(path) or _digest(path, most)) for path in paths)
    return dict(sorted((name, digest) for name, digest in hashes if digest))


def name_in(folder: str | Path, path: str | Path) -> str:
    """The name of a file from a folder, which is the same wherever the folder is."""
    return Path(os.path.relpath(path, folder)).as_posix()


def _files(submissions: Iterable[Submission]) -> Iterator[Path]:
    for submission in submissions:
        for source in submission.sources.values():
            yield from (file.path for file in source.files)


def _digest(path: Path, most: int) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > most:
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


LONGEST_SHOWN = 300
# Their defaults, or whether they say anything, depend on the files.
_BY_FORMAT = ("match", "zeros", "singletons", "settings")


def configuration_of_folder(options: Mapping[str, object], folder: Path) -> Configuration:
    """The options of a folder with their origins."""
    return with_saved_options(configure(options, folder), folder)


def with_saved_options(configuration: Configuration, folder: Path) -> Configuration:
    """The options of a folder, where it has saved sums with those that they were made with."""
    if not stands_in(folder):
        return configuration
    saved = read_manifest(folder)
    for name in saved.options:
        _check(name, configuration, saved, folder)
    defaults = {
        name: value for name, value in saved.options.items() if configuration.origins[name] == "default"
    }
    origins = {**configuration.origins, **dict.fromkeys(defaults, str(folder / MANIFEST))}
    settled = replace(configuration.options, **defaults)
    if not saved.options["settings"]:  # one that is asked for says what the sums are by
        settled, *_ = each_setting(settled)
    return replace(configuration, options=settled, origins=origins)


def _nothing(found: Found, key: Key) -> None:
    """Refuse nothing."""


def _as_read(key: Key) -> Key:
    return key


def task_of_folder(
    folder: str | os.PathLike[str],
    options: Options,
    work: Work = ALONE,
    priced: tuple[str, ...] = (),
    request: SliceRequest | None = None,
    refuse: Callable[[Found, Key], None] = _nothing,
    source: SettingsFile | None = None,
    prepared: Callable[[Key], Key] = _as_read,
) -> Task:
    """Find the submissions of a folder and their key, and score them, unless their sums are there.

    ``refuse`` is called before, with the submissions and the key, to refuse too many. ``source`` are the
    settings that count for the folder, where they are known. ``prepared`` adds to the key what else counts.
    """
    root = Path(folder)
    if root.is_file():
        what = f"{root}: a file, not a folder"
        raise NothingToDo(f"{what}; name the folder with the submissions, or use `leaderboard score {root}`")
    if not root.is_dir():
        remedy = meant(root.name, [root.parent], "name the folder with the submissions")
        is_found = root.is_absolute() or remedy.startswith("did you mean")
        where = "" if is_found else f" in {Path.cwd()}"
        raise NothingToDo(f"{root}: no such folder{where}; {remedy}")
    if stands_in(root):
        return _saved_task(root, options)
    if options.saved and root.resolve() in (place := Path(options.saved).resolve(), *place.parents):
        raise UsageError(
            f"--saved {options.saved}: inside the folder of the submissions; name a folder outside it"
        )
    if (root / MANIFEST).is_file() and not look_for_key(options.key, root)[0]:
        what = f"{root}: contains {strangers(root)[0]} besides saved sums"
        raise NothingToDo(f"{what}; remove it, or if these are submissions, name their key with --key")
    path = find_key(options.key, root, source)
    refuse_folder(path, root)
    work.part(0, 1, READING).tell(0)
    key = prepared(read_key(path, options, bool(priced), request, root, source))
    found = find_submissions(
        root, path, options.follow_symlinks, lambda submission: fault_of(key, submission, options)
    )
    refuse(found, key)
    task = scored_task(key, found, options, whole=True, work=work.part(0.1, 1), priced=priced)
    like_keys = swapped([one.path for one in found.submissions], path)
    return replace(
        task,
        rejected=tuple(sorted(task.rejected, key=lambda rejection: rejection.system)),
        warnings=(*like_keys, *task.warnings),
    )


def refuse_folder(key: Path, folder: Path) -> None:
    """Refuse a folder of submissions that is its own key."""
    if key.resolve() == folder.resolve():
        raise UsageError(f"{key}: both the submissions and the key; name the key itself with --key")


def _check(name: str, configuration: Configuration, saved: Manifest, folder: Path) -> None:
    """Sums are what they are: only among the metrics there is a choice."""
    value, flag = getattr(configuration.options, name), f"--{name.replace('_', '-')}"
    if configuration.origins[name] == "default":
        return
    if name not in FREE and not _is_as_saved(name, value, saved, folder):
        said = ",".join(value) if isinstance(value, tuple) else value
        what = f"{folder}: its sums were made with a different {flag} than {said}"
        raise UsageError(f"{what}; leave it out, or score the responses again")
    known = dict.fromkeys((*saved.options["metric"], saved.options["primary"]))
    wanted = {"metric": value, "primary": (value,)}.get(name, ())
    if unknown := [metric for metric in wanted if metric not in known]:
        raise UsageError(f"{folder}: no saved sums of {unknown[0]}; choose among {', '.join(known)}")


def _is_as_saved(name: str, value: object, saved: Manifest, folder: Path) -> bool:
    """True if an option is as it was, or says what went without saying for files of this format."""
    if name not in _BY_FORMAT or saved.options["settings"]:
        return bool(value == saved.options[name])
    options = {**saved.options, name: value, "mentions": saved.labels}
    if name == "settings":
        options["match"] = None  # which a setting says itself
    settled, *others = each_setting(read_options(options))
    return not others and scoring(saved.key_of(folder / MANIFEST), settled) == saved.scoring


def _saved_task(folder: Path, options: Options) -> Task:
    """The systems of a folder of saved sums; an error names the first file that is not whole."""
    manifest = read_manifest(folder)
    path = folder / MANIFEST
    if not manifest.systems:
        raise NothingToDo(f"{folder}: no system was saved; fill it with `leaderboard score --save {folder}`")
    key = manifest.key_of(path)
    if scoring(key, options) != manifest.scoring:
        what = f"saved by another version ({manifest.scoring[:LONGEST_SHOWN]})"
        raise NothingToDo(f"{path}: {what}; score the responses again")
    shelf = Shelf.of(folder, manifest, chosen_metrics(options, key.format), key, options)
    shelf.check_room()
    try:
        scored = _shelved(shelf, folder)
    except LackingSums:  # what was saved earlier has no links between groups, which a note then says
        scored = _shelved(shelf.without(CORPUS_LINKS), folder)
    paths = {name: shelf.paths(digest)[0] for name, digest in manifest.systems.items()}
    files = {name: Submission(name, folder / name, {"": Source(path)}) for name, path in paths.items()}
    task = task_of(options, key, scored, files)
    first, *others = (
        replace(
            by_setting,
            sheet=replace(by_setting.sheet, key_mentions=mentions),
            partial=replace(by_setting.partial, key_mentions=mentions),
            key_repairs=manifest.repairs,
            slices=tuple(of_slice.beside(mentions) for of_slice in by_setting.slices),
        )
        for by_setting, mentions in zip((task, *task.others), manifest.mentions, strict=False)
    )
    return replace(first, others=tuple(others))


def _shelved(shelf: Shelf, folder: Path) -> dict[str, Scored]:
    """The sums of each system of a shelf."""
    manifest = shelf.manifest
    return {
        system: shelf.read(digest, dict.fromkeys(manifest.datasets, str(folder / system)))
        for system, digest in manifest.systems.items()
    }


def check_secret(options: Options, folder: Path | None, flag: str) -> None:
    """Refuse what would show the key of the responses in a folder, if a part of it is secret."""
    folder = folder or Path()
    key = find_key(options.key, folder)
    datasets = open_submission(key, follow_symlinks=True).sources
    shown = chosen(datasets, options.datasets)
    for setting, secret in secrets(key, folder):
        if len(hidden := secret.hidden(datasets, shown)) == len(shown):
            raise UsageError(f"{setting} says that the key is secret, and {flag} would show it; leave it out")
        if hidden:
            what = f"{setting} says that the key of {joined(hidden)} is secret, and {flag} would show it"
            raise UsageError(f"{what}; leave it out, or choose other datasets with --datasets")


def configuration_of_responses(
    options: Mapping[str, object], responses: Iterable[str | os.PathLike[str]]
) -> Configuration:
    """The value of each option for some responses, and what else the settings file says."""
    return configure(options, place_of_responses(responses))


def place_of_responses(responses: Iterable[str | os.PathLike[str]]) -> Path | None:
    """The folder whose settings count for some responses, if any is named."""
    places = (settings_place(find_responses(response_path(response))[0]) for response in responses)
    return next(places, None)


def task_of_responses(
    responses: Iterable[str | os.PathLike[str]],
    options: Options,
    work: Work = ALONE,
    priced: tuple[str, ...] = (),
    request: SliceRequest | None = None,
    prepared: Callable[[Key], Key] = _as_read,
) -> Task:
    """Find the responses and their key, to which ``prepared`` adds what else is scored, and score them."""
    paths = paths_of_responses(responses)
    folder = settings_place(next(iter(paths.values())))
    key = find_key(options.key, folder)
    found = open_submissions(paths.values(), options.follow_symlinks)
    work.part(0, 1, READING).tell(0)
    read = prepared(read_key(key, options, bool(priced), request, folder))
    task = scored_task(read, found, options, work=work.part(0.1, 1), priced=priced)
    return replace(
        task, warnings=(*swapped(paths.values(), key, "--key" if options.key else ""), *task.warnings)
    )


def paths_of_responses(responses: Iterable[str | os.PathLike[str]]) -> dict[str, Path]:
    """The files of all responses under the names of their systems."""
    return name_systems(path for response in responses for path in find_responses(response_path(response)))


def _has_scorers(response: object) -> bool:
    """True for a scorer, or a list or a dict of them."""
    from leaderboard.tasks.scorer import Scorer

    several = [*response.values()] if isinstance(response, Mapping) else response
    return any(
        isinstance(one, Scorer) for one in (several if isinstance(several, list | tuple) else [several])
    )


def response_path(response: object, remedy: str = "give each path as a separate argument") -> str:
    """Each path is an argument of its own: a list of them is a likely mistake."""
    if not isinstance(response, str | os.PathLike):
        if _has_scorers(response):
            remedy = "scorers are ranked with rank({'name': scorer, …}) or compared with compare({…})"
        raise UsageError(f"{reprlib.repr(response)} is not a path; {remedy}")
    name = os.fspath(response)
    if not isinstance(name, str) or not name:
        raise UsageError(f"{name!r} is not a file name; name a response")
    return name


def name_systems(paths: Iterable[Path]) -> dict[str, Path]:
    """Each response under the name of its system."""
    named: dict[str, Path] = {}
    same: dict[str, Path] = {}
    paths = list(paths)
    names = names_of(paths)
    for path in paths:
        name = names[path]
        if not can_be_shown(name):
            raise UsageError(f"{path}: the name has unprintable characters; rename the file")
        if named.get(name) == path:
            raise UsageError(f"{path} is given twice; name each response once")
        if (other := same.get(alike(name))) is not None:
            raise UsageError(f"{other} and {path} are both called {name}; rename one of the two")
        named[name] = same[alike(name)] = path
    if not named:
        raise UsageError("no response given; name at least one file")
    return named


def scoresheets(
    key: Key,
    options: Options,
    sums: Mapping[str, Mapping[str, Floats]],
    excluded: Collection[str],
    metrics: tuple[Metric, ...],
) -> tuple[Scoresheet, Scoresheet]:
    """That of the systems that are ranked, and that of those that are not."""
    key = counted_key(key, options)
    ranked = {name: of_metrics for name, of_metrics in sums.items() if name not in excluded}
    others = {name: of_metrics for name, of_metrics in sums.items() if name in excluded}
    return scoresheet(key, ranked, metrics, options), scoresheet(key, others, metrics, options)


def scoresheet(
    key: Key, sums: Mapping[str, Mapping[str, Floats]], metrics: tuple[Metric, ...], options: Options
) -> Scoresheet:
    """The sums of each system by metric, and the weights, on the parts of the key."""
    any_sums: Mapping[str, Floats] = next(iter(sums.values()), {})  # weights are those of the key
    mentions = sum(len(corpus.part) for corpus in key.corpora.values())
    return Scoresheet(
        tuple(sums),
        part_names(key.corpora),
        mentions,
        metrics,
        {
            name: np.array([of_system[name] for of_system in sums.values()])
            for name in _names(metrics, any_sums)
        },
        {metric.name: any_sums[metric.weight_name] for metric in metrics if sums},
        average=options.average,
        unit=options.shown_unit,
        mentions_of={name: len(corpus.part) for name, corpus in key.corpora.items()},
        without=_without(key, sums, metrics, options, mentions),
    )


def _without(
    key: Key,
    sums: Mapping[str, Mapping[str, Floats]],
    metrics: tuple[Metric, ...],
    options: Options,
    mentions: int,
) -> Scoresheet | None:
    """The sums of each dataset without each cluster, which weighs as many mentions as the key has in it."""
    left_out = {name: corpus.groups and corpus.groups.left_out for name, corpus in key.corpora.items()}
    parts = [PartName(name, cluster, 0) for name, one in left_out.items() if one for cluster in one.names]
    if not parts:
        return None
    weights = [
        np.bincount(one.of_part[key.corpora[name].part], minlength=len(one.names))
        for name, one in left_out.items()
        if one
    ]
    return Scoresheet(
        tuple(sums),
        tuple(parts),
        mentions,
        metrics,
        {
            metric.name: np.array([of_system[without(metric)] for of_system in sums.values()])
            for metric in metrics
            if sums
        },
        {metric.name: np.concatenate(weights)[None].astype(np.float64) for metric in metrics},
        average=options.average,
        unit=options.shown_unit,
    )


def _names(metrics: tuple[Metric, ...], sums: Mapping[str, Floats]) -> list[str]:
    """The names of the sums that are shown, of those that there are."""
    of_metrics = (*(metric.name for metric in metrics), *map(within, metrics))
    return [name for name in (*of_metrics, LINKS, CORPUS_LINKS) if name in sums]


READING = Stage("reading key")
# What is to be done about identical submissions.
SUBMITTED_TWICE = "check that no output was submitted twice"


def scored_task(
    key: Key,
    found: Found,
    options: Options,
    whole: bool = False,
    work: Work = ALONE,
    priced: tuple[str, ...] = (),
) -> Task:
    """The scores of each submission against a key; ``whole`` says that these are all that there are.

    ``priced`` are the metrics by which the errors of a response are to have a price.
    """
    detail = Detail(options.errors and not whole, priced, hashed=whole or options.keeps)
    if key.secret and work.away is not None:
        work.away.keep_secret()
    if options.keeps:
        from leaderboard.saved.store import score_or_load

        outcomes = score_or_load(key, found.submissions, options, detail, whole, work)
    else:
        outcomes = Outcomes()
        metrics = chosen_metrics(options, key.format)
        scored = score_responses(key, found.submissions, options, metrics, detail, work)
        for submission, outcome in zip(found.submissions, scored, strict=True):
            outcomes.add(submission.name, outcome)
    submissions = {submission.name: submission for submission in found.submissions}
    if priced:
        outcomes = _with_versions(key, submissions, options, outcomes, detail, work)
    task = task_of(options, key, outcomes.scored, submissions)
    rejected = (replace(one, path=submissions[one.system].path) for one in outcomes.rejected)
    task = replace(
        task,
        key_repairs=key.repairs,
        secret=bool(key.secret),
        rejected=(*found.rejected, *rejected),
        passed_over=found.passed_over,
        warnings=(
            *found.warnings,
            *outcomes.warnings,
            *empty_key(key),
            *bounded(key.warnings),
            *task.warnings,
        ),
        about_sums=tuple(outcomes.warnings),
        hashes=_hashes(key, submissions, outcomes.scored),
    )
    return with_fates(task, {})


def _with_versions(
    key: Key,
    submissions: Mapping[str, Submission],
    options: Options,
    outcomes: Outcomes,
    detail: Detail,
    work: Work,
) -> Outcomes:
    """Add mended versions: saved sums have none, so these responses are read again, and may be rejected."""
    plain = replace(each_setting(options)[0], metric=detail.priced, errors=False)
    waiting = [
        submissions[name]
        for name, response in outcomes.scored.items()
        if response.versions is None and response.unpriced is None
    ]
    key = replace(key, request=None, slicings=(), slices=())  # the sums of slices are there
    scored = score_responses(key, waiting, plain, chosen_metrics(plain, key.format), detail, work)
    names = [submission.name for submission in waiting]
    again = dict(zip(names, scored, strict=True)) if waiting else {}
    with_versions = Outcomes(rejected=outcomes.rejected, warnings=outcomes.warnings)
    for name, response in outcomes.scored.items():
        with_versions.add(name, _priced(response, again.get(name, response)))
    return with_versions


def _priced(response: Scored, again: Scored | Rejection) -> Scored | Rejection:
    """A response with the versions that reading it again gave; its file may have changed meanwhile."""
    if isinstance(again, Rejection):
        return again
    return replace(response, versions=again.versions, unpriced=again.unpriced)


def _hashes(key: Key, submissions: Mapping[str, Submission], scored: Mapping[str, Scored]) -> dict[Path, str]:
    """The hashes, where there are any, of responses that are one file, beside a key of one dataset."""
    if len(key.corpora) > 1:
        return {}
    return {
        path: response.digest
        for name, response in scored.items()
        if response.digest and (path := submissions[name].plain)
    }


def task_of(
    options: Options, key: Key, scored: Mapping[str, Scored], submissions: Mapping[str, Submission]
) -> Task:
    """A task of which nothing is rejected; systems that lack a dataset may be set apart."""
    metrics = chosen_metrics(options, key.format)
    lacking = {name: response.lacking for name, response in scored.items() if response.lacking}
    excluded = lacking if options.missing_dataset == "exclude" else {}

    def sheets(setting: Options, sums: Mapping[str, Mapping[str, Floats]]) -> tuple[Scoresheet, Scoresheet]:
        return scoresheets(key, setting, sums, excluded, metrics)

    first, *others = each_setting(options)
    sheet, partial = sheets(first, {name: response.sums for name, response in scored.items()})
    signed = signature(key, options, VERSION)
    ranked = {name: response for name, response in scored.items() if name not in excluded}
    strict = {name: response.strict for name, response in scored.items() if response.strict}
    errors = {name: response.errors for name, response in scored.items() if response.errors is not None}
    identical = identical_systems({name: response.entities for name, response in scored.items()})
    task = Task(
        options=first,
        key=os.fspath(key.files.path),
        signature=signed,
        sheet=sheet,
        partial=partial,
        datasets=key.datasets,
        lacking=lacking,
        submissions=submissions,
        responses={name: response.without_sums() for name, response in scored.items()},
        key_files=key.files,
        facts=document_facts(key),
        errors=errors if options.errors else {},
        identical=identical,
        warnings=(
            *head_remarks(key, options),
            *(warning for response in scored.values() for warning in response.warnings),
            *(copy_warning(submissions[first].path, others) for first, *others in identical),
        ),
        slices=tuple(slice_sheets(key, ranked, metrics, first, sheet.key_mentions, signed)),
        strict=sheets(first, strict)[0] if strict else None,
    )
    under_others = []
    for number, setting in enumerate(others):
        sums = {name: response.others[number] for name, response in scored.items()}
        under_others.append(_under(task, setting, key, sheets(setting, sums)))
    return replace(task, others=tuple(under_others))


def empty_key(key: Key) -> Iterator[Problem]:
    """Yield a warning if the key has no mentions."""
    if not any(len(corpus.part) for corpus in key.corpora.values()):
        yield Problem.about(key.files.path, "the key has no mentions", "scores need the annotated text")


def copy_warning(path: Path, others: Sequence[str]) -> Problem:
    """A warning that a submission is identical to that of other systems."""
    what = f"the same mentions and entities as {joined(others)}"
    return Problem(str(path), 0, what, SUBMITTED_TWICE)


def _under(task: Task, setting: Options, key: Key, sheets: tuple[Scoresheet, Scoresheet]) -> Task:
    """The task by a further setting; errors, slices and repairs are told of by the first."""
    sheet, partial = sheets
    return replace(
        task,
        options=setting,
        signature=signature(key, replace(setting, errors=False), VERSION),
        sheet=sheet,
        partial=partial,
        errors={},
        slices=(),
        strict=None,
    )
