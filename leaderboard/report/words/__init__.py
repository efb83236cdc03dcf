"""All sentences of reports: captions, notes, names, and digits of numbers."""
