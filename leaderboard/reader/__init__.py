"""Documents to look at: the words, the key and the mentions and errors of systems."""

from leaderboard.reader.records import DocumentPage, Effect, IndexRow, MetricRow, ReaderIndex

__all__ = ["DocumentPage", "Effect", "IndexRow", "MetricRow", "ReaderIndex"]
