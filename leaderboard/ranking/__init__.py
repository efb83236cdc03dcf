"""Ranks, ranges and letters: what significant differences say about the order of systems."""
