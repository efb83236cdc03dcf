"""A response beside the key of each dataset."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, Problem
from leaderboard.formats import Reading, format_name, read_corpus
from leaderboard.formats.foreign import refuse_foreign
from leaderboard.matching import Gaps, Matching, align, counted, disagreements, match, other_format
from leaderboard.options import Settings
from leaderboard.scoring.asked import reading_of
from leaderboard.scoring.digests import digest_of, entities_digest, joint_digest
from leaderboard.scoring.key import Key
from leaderboard.scoring.offsets import likely_offsets
from leaderboard.submissions import Submission, within_memory

# In the place of the hash of a file that is not there.
_NOTHING = ""


class Response(NamedTuple):
    """A response beside the key of one dataset, with all mentions, the parts it lacks, its repairs, and the
    hashes of its file and of its entities."""

    key: Corpus
    response: Corpus
    missing: int
    repairs: int
    warnings: tuple[Problem, ...]
    digest: str
    entities: str


def read_responses(key: Key, submission: Submission, settings: Settings) -> Iterator[Response]:
    """The response on each dataset of the key, an empty one where it may lack a dataset."""
    present = on_key(key, submission, settings)
    reading = reading_of(settings, key.bounds)
    with present.opened(key.bounds.bytes) as read:
        for dataset, corpus in key.corpora.items():
            if dataset in present.sources:
                source = present.sources[dataset]
                yield _read_response(corpus, source.label, read(source), reading, settings)
            else:
                empty = corpus.without_mentions()
                yield Response(corpus, empty, len(corpus.parts), 0, (), _NOTHING, _NOTHING)


def fault_of(key: Key, submission: Submission, settings: Settings) -> InputError | None:
    """Why a submission cannot be scored, if so."""
    try:
        with within_memory(submission.path):
            deque(read_responses(key, submission, settings), maxlen=0)
    except InputError as error:
        return error
    return None


def response_digest(key: Key, submission: Submission, settings: Settings) -> str:
    """The hash that a response has once it is scored."""
    present = on_key(key, submission, settings)
    with present.opened(key.bounds.bytes) as read:
        digests = {dataset: digest_of(read(source)) for dataset, source in present.sources.items()}
    return joint_digest({dataset: digests.get(dataset, _NOTHING) for dataset in key.corpora})


def on_key(key: Key, submission: Submission, settings: Settings) -> Submission:
    """The files of a submission that are scored, in the order of the key's datasets."""
    return submission.on(key.corpora, key.others, may_lack=settings.missing_dataset != "error")


def _read_response(corpus: Corpus, label: str, data: bytes, reading: Reading, settings: Settings) -> Response:
    check_format(corpus, label, data)
    response, repeats, _, remarks = read_corpus(label, data, reading)
    aligned = align_as_set(corpus, response, settings)
    entities = entities_digest(aligned)
    problems = (
        *_unread_words(corpus, response, settings),
        *_suspicions(corpus, aligned, entities),
        *(likely_offsets(corpus, aligned) if format_name(data) == "jsonlines" else ()),
        *remarks,
        *repeats,
    )
    missing = len(corpus.parts) - len(response.parts)
    return Response(corpus, aligned, missing, len(repeats), problems, digest_of(data), entities)


def matching(response: Response, settings: Settings) -> Matching:
    """The mentions that count, and which are one, by one setting."""
    key, others = (counted(side, settings.singletons) for side in (response.key, response.response))
    return match(key, others, settings.match, settings.zeros)


def _unread_words(key: Corpus, response: Corpus, settings: Settings) -> tuple[Problem, ...]:
    """A warning where there is nothing to compare with the words of the key."""
    if not settings.check_words or key.words is None or response.words is not None:
        return ()
    remedy = "add the column of words"
    return (Problem(response.file, 0, "no words to compare with the key's", remedy),)


def _suspicions(key: Corpus, response: Corpus, entities: str) -> Iterator[Problem]:
    """Warnings about a response that is likely a mistake, though nothing is wrong with its form."""
    if not len(response.entity):
        yield Problem(response.file, 0, "no mentions", "check that the output of the system was written")
    # Most responses are told apart by their size, without a hash of the key.
    elif len(response.entity) == len(key.entity) and entities == entities_digest(key):
        what = "the same mentions and entities as the key"
        yield Problem(response.file, 0, what, "check that this is the output of a system and not the key")


def align_as_set(key: Corpus, response: Corpus, settings: Settings) -> Corpus:
    """The response on the key's parts, as strictly as the settings say."""
    return align(
        key, response, missing_is_empty=settings.missing == "empty", check_words=settings.check_words
    )


def text_problems(key: Corpus, response: Corpus, gaps: Gaps, settings: Settings) -> Iterator[Problem]:
    """Where a response has not the key's text, as strictly as the settings say."""
    return disagreements(
        key, response, gaps, missing_is_empty=settings.missing == "empty", check_words=settings.check_words
    )


def check_format(key: Corpus, label: str, data: bytes) -> None:
    """An error where only one of the two is CorefUD: what another reader says of such a file misleads."""
    refuse_foreign(label, data)
    if (format_name(data) == "corefud") != (key.nodes is not None):
        raise InputError([other_format(key, label)])
