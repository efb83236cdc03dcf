"""Documents to look at: the words, the key and the mentions and errors of systems."""

from leaderboard.reader.records import DocumentPage, IndexRow, MetricRow, ReaderIndex

__all__ = ["DocumentPage", "IndexRow", "MetricRow", "ReaderIndex"]
