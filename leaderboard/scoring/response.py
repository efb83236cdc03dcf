"""A response beside the key of each dataset, and everything that is wrong with its file."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import inf
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, first_places, in_order
from leaderboard.errors import InputError, Problem, first_of
from leaderboard.files import digest_of, joint_digest
from leaderboard.formats import (
    Examined,
    Reading,
    examine,
    faultless,
    format_name,
    known_format,
    settled,
    word_columns,
)
from leaderboard.formats.beside.repair import Mend
from leaderboard.formats.conll.conll_blocks import follow
from leaderboard.matching import (
    Gaps,
    Matching,
    align,
    break_off,
    comparable,
    default_match,
    disagreements,
    match,
    match_layers,
    other_format,
    spans_differ,
)
from leaderboard.options import Options, each_setting
from leaderboard.scoring.across import join_beside
from leaderboard.scoring.key import Key, lines_of, reading_of
from leaderboard.scoring.offsets import KIND
from leaderboard.submissions import Submission, failing_alone
from leaderboard.text import counted


class FileProblems(NamedTuple):
    """The first problems of a file, their number, and True if the file was read to its end."""

    first: list[Problem]
    number: int
    complete: bool


def file_problems(
    key: Corpus | None, examined: Examined, data: bytes, reading: Reading, options: Options
) -> FileProblems:
    """The problems of a file, of its form and of as much of its text as could be read."""
    corpus, faults = examined.corpus, examined.faults
    of_form, count = (faults.in_order(), faults.count) if faults else ([], 0)
    complete = faults is None or not (faults.stopped or faults.cut)
    if key is None:
        return FileProblems(of_form, count, complete)
    gaps = _gaps(examined, data, reading)
    end = _break_off(key, examined, data, gaps, options.text)
    of_text, more = first_of(
        disagreements(
            key,
            corpus,
            replace(gaps, broken_off=end is not None),
            missing_is_empty=options.missing == "empty",
            check_words=options.check_words,
        )
    )
    problems, count = [*of_form, *of_text], count + more
    if end is None:
        return FileProblems(problems, count, complete)
    return FileProblems(*_folded(problems, count, corpus, end), complete=False)


def _break_off(key: Corpus, examined: Examined, data: bytes, gaps: Gaps, text: str | None) -> Problem | None:
    """Where a file ends within a document, if it does; readers of JSON and text tell by themselves."""
    if format_name(data, text) in ("jsonlines", "text"):
        return None
    torn = not data.endswith(b"\n")
    lines, faults = data.count(b"\n") + torn, examined.faults
    cut = faults is not None and (faults.cut or (torn and faults.in_order()[-1].line == lines))
    return break_off(key, examined.corpus, gaps, lines, cut)


def _folded(problems: list[Problem], count: int, corpus: Corpus, end: Problem) -> tuple[list[Problem], int]:
    """The break, and the problems but for those of the last line and of the last part as a whole."""
    others = [problem for problem in problems if problem.line not in (corpus.part_line[-1], end.line)]
    return [end, *others], count - len(problems) + len(others) + 1


def _gaps(examined: Examined, data: bytes, reading: Reading) -> Gaps:
    """The gaps that the faults of a file leave in its text."""
    corpus, faults = examined.corpus, examined.faults
    column = word_columns(data, reading)
    if faults is None:
        return Gaps(column=column)
    unsure = {number for number, part in enumerate(corpus.parts) if part in faults.unsure}
    # Of a file without documents, or one of which the rest was not read, any part might be missing.
    nameless = inf if faults.stopped or not corpus.parts else faults.nameless
    return Gaps(unsure, nameless, column=column)


# In the place of the hash of a file that is not there, or that nobody asked for.
_NOTHING = ""
# The formats of responses that exclude each kind of key.
_APART = {
    "conllua": ("booknlp", "conll", "corefud", "jsonlines", "stanza", "text"),
    "corefud": ("conll", "conllua"),
    "others": ("conllua", "corefud"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """A response beside the key of one dataset, with all mentions, the parts it lacks, its repairs, the
    hashes of its file, if asked for, and of its entities, its heads, and what was mended of its text.

    One with a ``fault`` is empty, because its file is unreadable.
    """

    key: Corpus
    response: Corpus
    missing: int
    repairs: int
    warnings: tuple[Problem, ...]
    digest: str
    entities: str
    heads: HeadCounts | None
    mends: Mapping[Part, Mend] = field(default_factory=dict)
    lines_dropped: int = 0
    fault: InputError | None = None


def read_responses(
    key: Key, submission: Submission, options: Options, hashed: bool = False
) -> Iterator[Response]:
    """The response on each dataset of the key, an empty one where it may lack a dataset.

    An unreadable file counts as a missing one, unless all are unreadable. ``hashed`` asks for the hashes of
    files.
    """
    present = on_key(key, submission, options)
    reading, faults = reading_of(options, key.bounds), {}
    with failing_alone(submission.path), present.opened(key.bounds.bytes) as read:
        for dataset, corpus in key.corpora.items():
            if source := present.sources.get(dataset):
                response = _with_text_of(key, present, options, hashed) or _response_or_fault(
                    corpus, source.label, read(source), reading, options, hashed
                )
            else:
                response = empty_response(corpus)
            if response.fault:
                faults[dataset] = response.fault
            yield response
    if faults and (options.missing_dataset == "error" or len(faults) == len(present.sources)):
        first, *_ = faults.values()
        missing = [dataset for dataset in key.corpora if dataset not in present.sources]
        raise InputError(first.problems, first.count, missing, [*filter(None, faults)])


def _response_or_fault(
    corpus: Corpus, label: str, data: bytes, reading: Reading, options: Options, hashed: bool
) -> Response:
    """A response of such content, or an empty one whose fault says why the content is refused."""
    try:
        return _read_response(corpus, label, data, reading, options, hashed)
    except InputError as error:
        return replace(empty_response(corpus), digest=digest_of(data) if hashed else _NOTHING, fault=error)


def empty_response(corpus: Corpus) -> Response:
    """The response of a system that found nothing beside a key."""
    empty = corpus.without_mentions()
    return Response(
        key=corpus,
        response=empty,
        missing=len(corpus.parts),
        repairs=0,
        warnings=(),
        digest=_NOTHING,
        entities=_NOTHING,
        heads=head_counts(corpus, empty),
    )


def fault_of(key: Key, submission: Submission, options: Options) -> InputError | None:
    """Why a submission cannot be scored, if so."""
    try:
        deque(read_responses(key, submission, options), maxlen=0)
    except InputError as error:
        return error
    return None


def response_digest(key: Key, submission: Submission, options: Options) -> str:
    """The hash that a response has once it is scored."""
    present = on_key(key, submission, options)
    with present.opened(key.bounds.bytes) as read:
        digests = {dataset: digest_of(read(source)) for dataset, source in present.sources.items()}
    return joint_digest({dataset: digests.get(dataset, _NOTHING) for dataset in key.corpora})


def on_key(key: Key, submission: Submission, options: Options) -> Submission:
    """The files of a submission that are scored, in the order of the key's datasets."""
    return submission.on(key.corpora, key.others, may_lack=options.missing_dataset != "error")


def _read_response(
    corpus: Corpus, label: str, data: bytes, reading: Reading, options: Options, hashed: bool
) -> Response:
    check_format(corpus, label, data, options.text)
    reading = reading_beside(corpus, reading)
    examined = examine(label, data, reading)
    try:
        return response_beside(corpus, data, faultless(examined, reading), options, hashed)
    except InputError as error:
        problems, count, _ = file_problems(corpus, examined, data, reading, options)
        raise (InputError(problems, count) if problems else error) from None


def _with_text_of(key: Key, submission: Submission, options: Options, hashed: bool) -> Response | None:
    """The response with the text of the key, byte by byte; None for any other, or one with an error."""
    path, lines = submission.plain, lines_of(key, options)
    if not path or not lines or not path.is_file() or path.stat().st_size > key.bounds.bytes:
        return None
    [corpus], [source] = key.corpora.values(), submission.sources.values()
    reading, hashing = reading_beside(corpus, reading_of(options, key.bounds)), sha256()
    try:
        with path.open("rb") as stream:
            parsed = follow(lines, source.label, stream, key.bounds, hashing.update if hashed else None)
        if parsed is None:
            return None
        digest = hashing.hexdigest() if hashed else _NOTHING
        return _beside(corpus, faultless(settled(parsed, reading), reading), options, digest)
    except (InputError, OSError):
        return None


def response_beside(
    corpus: Corpus, data: bytes, examined: Examined, options: Options, hashed: bool = False
) -> Response:
    """A file that was read without faults beside the key; an error where it has another text."""
    by_character = format_name(data, options.text) == "jsonlines"
    digest = digest_of(data) if hashed else _NOTHING
    return _beside(corpus, examined, options, digest, by_character)


def _beside(
    corpus: Corpus, examined: Examined, options: Options, digest: str, by_character: bool = False
) -> Response:
    """A response of this hash beside the key; offsets of mentions may be counted in characters."""
    response, repeats = examined.corpus, examined.repeats
    aligned = align_as_set(corpus, response, options)
    entities, heads = entities_digest(aligned), head_counts(corpus, aligned)
    warnings = (
        *_uncompared_words(corpus, response, options),
        *_suspicions(corpus, aligned, entities, is_laid_out_alike(corpus, response)),
        *response_head_remarks(corpus, aligned, heads, options),
        *(likely_offsets(corpus, aligned) if by_character else ()),
        *examined.remarks,
        *repeats,
    )
    missing = len(corpus.parts) - len(response.parts)
    return Response(
        key=corpus,
        response=aligned,
        missing=missing,
        repairs=sum(repeat.count for repeat in repeats),
        warnings=warnings,
        digest=digest,
        entities=entities,
        heads=heads,
        mends=examined.mends,
        lines_dropped=examined.lines_dropped,
    )


def unrepaired(response: Response) -> Response:
    """The response as if it had no mentions in the parts that were repaired."""
    side, mended = response.response, set(response.mends)
    parts = [number for number, part in enumerate(side.parts) if part in mended]
    kept = side.picked(np.flatnonzero(~np.isin(side.part, parts)))
    return replace(response, response=kept.renumbered())


def reading_beside(key: Corpus, reading: Reading) -> Reading:
    """The way of reading a response beside a key: its heads and its groups come from where the key's do."""
    heads = key.nodes.heads if key.nodes and key.nodes.heads != "first" else "file"
    return replace(reading, heads=heads, join=join_beside(key), beside=key)


def matching(response: Response, options: Options) -> Matching:
    """The mentions that count, and which are one, by one setting."""
    how = options.match, options.zeros, options.singletons, options.split_antecedents
    return match_layers(response.key, response.response, *how)


def other_spans(response: Response, pairs: Matching, options: Options) -> int | None:
    """The number of matched mentions with other nodes, where such mentions may match."""
    how = options.match or default_match(response.key)
    return None if how == "exact" else spans_differ(pairs)


def warnings_of(response: Response, options: Options) -> tuple[Problem, ...]:
    """All warnings about a response by one setting."""
    pairs = matching(response, options)
    return (*response.warnings, *span_remarks(pairs, other_spans(response, pairs, options)))


def span_remarks(pairs: Matching, differ: int | None) -> Iterator[Problem]:
    """A warning where all mentions of both sides match, but not all spans do."""
    matched = len(pairs.key_mention)
    if differ and matched == len(pairs.key.part) == len(pairs.response.part):
        have = "has another span" if differ == 1 else "have other spans"
        what = f"all mentions match, but {differ:,} of {matched:,} {have} than in the key"
        yield Problem(pairs.response.file, 0, what, "to compare whole spans, use --match exact")


def _uncompared_words(key: Corpus, response: Corpus, options: Options) -> tuple[Problem, ...]:
    """A warning where the words of the two files cannot be compared."""
    if not options.check_words or comparable(key, response):
        return ()
    remedy = "to accept this, use --no-check-words"
    if response.words is None:
        why, remedy = "this file has no column of words", f"add the column of words, or, {remedy}"
    elif key.words is None:
        why = "the key has no column of words"
    else:
        why = "this file and the key have different columns"
    return (Problem(response.file, 0, f"words are not compared with the key's: {why}", remedy),)


def is_laid_out_alike(key: Corpus, response: Corpus) -> bool:
    """True if the tokens of both files stand on the same lines, but for lines before the first."""
    ours, theirs = key.token_line, response.token_line
    return ours is theirs or np.array_equal(np.diff(ours), np.diff(theirs))


def _suspicions(key: Corpus, response: Corpus, entities: str, alike: bool) -> Iterator[Problem]:
    """Warnings about a response that is likely a mistake, though nothing is wrong with its form.

    A perfect output in a layout of its own was written by a system; a copy of the key has its layout.
    """
    if not len(response.entity):
        yield Problem(response.file, 0, "no mentions", "check that the output of the system was written")
    # Most responses are told apart by their size, without a hash of the key.
    elif alike and len(response.entity) == len(key.entity) and entities == entities_digest(key):
        what = "the same mentions and entities as the key"
        yield Problem(response.file, 0, what, "check that this is the output of a system and not the key")


def align_as_set(key: Corpus, response: Corpus, options: Options) -> Corpus:
    """The response on the key's parts, as strictly as the settings say."""
    return align(key, response, missing_is_empty=options.missing == "empty", check_words=options.check_words)


def check_format(key: Corpus, label: str, data: bytes, text: str | None) -> None:
    """An error where the formats exclude each other: what another reader says of such a file misleads."""
    found = known_format(label, data, text)
    if found in _APART["conllua" if key.layer else "corefud" if key.nodes is not None else "others"]:
        raise InputError([other_format(key, label, found)])


_FOUND = "the heads of mentions are found in the dependency tree of this key"
_NOT_READ = "heads that files name are not read"
_WITHOUT = "; to match without heads, use --match exact"
_FIRST = "this key names no heads, so the first word of each mention counts as its head"
_SAME = ", and mentions with the same first word count as the same"
_OTHERS = "to take other heads or none, use --heads tree or --match exact"


# A file may have other heads than the key in one of so many mentions before it is said.
_FEW = 20
_FIRST_WORD = "to take their first word instead, as corefud-scorer does, use --heads file"
_NAMED = "to take the key's heads for mentions that name none, use --heads named; "
_ANOTHER = "to find all heads in the dependency tree, use --heads tree; to match without heads, --match exact"


class HeadCounts(NamedTuple):
    """The mentions of several nodes in a response, and where their heads come from.

    Heads are ``named`` in its file, or those of the same mentions in the key (``from_key``), or found in the
    dependency tree of the key (``from_tree``), or the ``first`` nodes. ``same_span`` counts the mentions with
    the nodes of a mention of the key, ``other_head`` those of them with another head.
    """

    mentions: int
    named: int
    from_key: int
    from_tree: int
    first: int
    same_span: int
    other_head: int


def head_counts(key: Corpus, response: Corpus) -> HeadCounts | None:
    """Count the heads of a response beside a key in CorefUD; None beside any other."""
    ours, theirs = key.nodes, response.nodes
    if ours is None or theirs is None or key.layer:
        return None
    if not len(theirs.size):
        return HeadCounts(*[0] * len(HeadCounts._fields))
    pairs = match(key, response, "exact", "linear")
    several = theirs.size[pairs.response_mention] > 1
    in_key, same = pairs.key_mention[several], pairs.response_mention[several]
    mentions = int(np.count_nonzero(theirs.size > 1))
    named = mentions - int(np.count_nonzero(theirs.headless))
    from_key = int(np.count_nonzero(theirs.headless[same])) if theirs.heads == "named" else 0
    others = mentions - named - from_key
    tree_and_first = (others, 0) if theirs.heads in ("named", "tree") else (0, others)
    other_head = int(np.count_nonzero(ours.head[in_key] != theirs.head[same]))
    return HeadCounts(mentions, named, from_key, *tree_and_first, len(same), other_head)


def total_heads(counts: Iterable[HeadCounts | None]) -> HeadCounts | None:
    """The sums of those counts that there are; None if there are none."""
    known = [one for one in counts if one is not None]
    return HeadCounts(*map(sum, zip(*known, strict=True))) if known else None


def response_head_remarks(
    key: Corpus, response: Corpus, counts: HeadCounts | None, options: Options
) -> Iterator[Problem]:
    """A warning where heads count that a CorefUD file does not name, or that differ from the key's."""
    if counts is None or response.nodes is None or response.nodes.heads == "tree":
        return
    _, _, of_key, of_tree, first, same, other = counts
    if of_key + of_tree and not response.repairable and _uses_heads(key, options):
        several = f"{of_key + of_tree:,} of {counted(counts.mentions, 'mention')} of several words"
        of_key_or_tree = (
            f"{of_key:,} come from the same span of the key, {of_tree:,} from its dependency tree"
        )
        yield Problem(response.file, 0, f"heads are not named for {several}: {of_key_or_tree}", _FIRST_WORD)
    if other and _FEW * other >= same and _match_mentions(key, options):
        what = f"another head than in the key for {other:,} of {counted(same, 'mention')}"
        remedy = f"{_NAMED}{_ANOTHER}" if first else _ANOTHER
        yield Problem(response.file, 0, f"{what} of several words with the same span", remedy)


def head_remarks(key: Key, options: Options) -> Iterator[Problem]:
    """A warning for each dataset whose mentions are matched by heads that its file does not name."""
    for corpus in key.corpora.values():
        heads = corpus.nodes.heads if corpus.nodes and not corpus.layer else "named"
        file = corpus.file or str(key.files.path)
        if heads == "tree" and _uses_heads(corpus, options):
            yield Problem(file, 0, _FOUND, _NOT_READ + _WITHOUT * _match_mentions(corpus, options))
        if heads == "first" and _match_mentions(corpus, options):
            yield Problem(file, 0, _FIRST + _SAME * ("head" in _matches(corpus, options)), _OTHERS)


def _uses_heads(corpus: Corpus, options: Options) -> bool:
    """True if a head can change a score: a zero is a mention whose head is an empty node."""
    assert corpus.nodes is not None
    return _match_mentions(corpus, options) or len(corpus.nodes.empty) > 0


def _match_mentions(corpus: Corpus, options: Options) -> bool:
    """True if mentions match by their heads, by some setting."""
    return _matches(corpus, options) != {"exact"}


def _matches(corpus: Corpus, options: Options) -> set[str]:
    """The ways in which mentions are matched, by all settings."""
    return {one.match or default_match(corpus) for one in each_setting(options)}


# What such offsets are called and what helps, by what start and end are too large by.
_SHIFTS = {
    (1, 1): ("begin at 1", "count tokens from 0"),
    (1, 2): (
        "begin at 1 and end one token after the mention",
        "count tokens from 0, and write its last token as the end",
    ),
    (0, 1): ("end one token after the mention", "write its last token as the end, or state --ends exclusive"),
}


def likely_offsets(key: Corpus, response: Corpus) -> tuple[Problem, ...]:
    """A warning where most mentions of a response are not in the key, but would be after a shift."""
    mentions = len(response.part)
    if 2 * _fitting(key, response, (0, 0)) > mentions:
        return ()
    fitting = {shift: _fitting(key, response, shift) for shift in _SHIFTS}
    best = max(_SHIFTS, key=lambda shift: fitting[shift])
    if 2 * fitting[best] <= mentions:
        return ()
    offsets, remedy = _SHIFTS[best]
    share = f"{fitting[best]:,} of {counted(mentions, 'mention')} would then be in the key"
    return (Problem(response.file, 0, f"offsets seem to {offsets} ({share})", remedy, kind=KIND),)


def _fitting(key: Corpus, response: Corpus, shift: tuple[int, int]) -> int:
    """The number of mentions that match the key if start and end are shifted by so much."""
    return int(np.isin(_codes(response, *shift), _codes(key, 0, 0)).sum())


def _codes(corpus: Corpus, start: int, end: int) -> Ints:
    """A number of its own for each place of a mention, which may begin before its part or be empty."""
    size = int(corpus.tokens.sum()) + len(corpus.tokens) + 2
    first = np.cumsum(corpus.tokens + 1) - corpus.tokens
    length = corpus.end - corpus.start - end + start + 1
    return (first[corpus.part] + corpus.start - start) * size + length


def entities_digest(corpus: Corpus) -> str:
    """The hash of the mentions and entities of all parts, however a file orders and names them.

    Where there are groups, an id is one entity in all of them.
    """
    entity = corpus.entity if corpus.groups is None or corpus.name is None else corpus.name
    columns: tuple[Ints, ...]
    if corpus.nodes is None:
        columns = corpus.part, corpus.start, corpus.end
        order = in_order(*columns)
    else:
        columns = corpus.part, corpus.nodes.fingerprint(corpus.part), corpus.nodes.head
        order = np.lexsort(columns[::-1])
    mentions = np.stack([*(column[order] for column in columns), first_places(entity[order])])
    return digest_of(mentions.astype("<i8").tobytes() + _annotations(corpus, order))


def _annotations(corpus: Corpus, order: Ints) -> bytes:
    """The annotations beyond identity, with mentions in this order, and entities called by their first."""
    beyond = corpus.anaphora
    if beyond is None:
        return b""
    number = np.argsort(order)
    name = np.full(corpus.entities, len(order))
    np.minimum.at(name, corpus.entity, number)
    pairs = (number[beyond.anaphor], number[beyond.anchor]), (name[beyond.plural], name[beyond.element])
    bridges, elements = (np.unique(np.stack(pair, axis=1), axis=0) for pair in pairs)
    nonreferring = np.sort(number[beyond.nonreferring])
    columns = [one.astype("<i8").tobytes() for one in (nonreferring, bridges, elements)]
    return b"/".join(columns) if any(columns) else b""
