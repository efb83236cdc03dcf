"""Sentences that several parts of a report share: captions, notes, names, and digits of numbers."""
