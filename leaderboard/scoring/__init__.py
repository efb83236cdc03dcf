"""From a key and a response to the sums of every metric, and what is signed of them."""

from leaderboard.scoring.asked_for import chosen_metrics, metric_options, reading_of
from leaderboard.scoring.digests import digest_of, joint_digest
from leaderboard.scoring.key import Key, counted_key, open_key, read_key, response_bounds
from leaderboard.scoring.response import (
    Response,
    align_as_set,
    check_format,
    fault_of,
    file_problems,
    matching,
    on_key,
    read_responses,
    reading_beside,
    response_beside,
    response_digest,
    warnings_of,
)
from leaderboard.scoring.response_remarks import HeadCounts, head_remarks
from leaderboard.scoring.scored import PLAIN, Counts, Detail, Findings, Scored, score_response
from leaderboard.scoring.signature import Signature, signature

__all__ = [
    "PLAIN",
    "Counts",
    "Detail",
    "Findings",
    "HeadCounts",
    "Key",
    "Response",
    "Scored",
    "Signature",
    "align_as_set",
    "check_format",
    "chosen_metrics",
    "counted_key",
    "digest_of",
    "fault_of",
    "file_problems",
    "head_remarks",
    "joint_digest",
    "matching",
    "metric_options",
    "on_key",
    "open_key",
    "read_key",
    "read_responses",
    "reading_beside",
    "reading_of",
    "response_beside",
    "response_bounds",
    "response_digest",
    "score_response",
    "signature",
    "warnings_of",
]
