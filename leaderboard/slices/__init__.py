"""Slices: scores of a part of the data, such as a genre, pronouns, or long-range entities.

The numbers of a slice are those of the files with everything else deleted.
"""
