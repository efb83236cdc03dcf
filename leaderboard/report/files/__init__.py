"""A report on disk: what is in each file, and how it gets there."""
