"""The sentences on the table of all metrics."""

from __future__ import annotations

CAPTION = "Recall, precision and F1 by all metrics, in per cent"
HIGHEST = "Bold: the highest F1 of each metric."
