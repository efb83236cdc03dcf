"""P-values, intervals and verdicts for the differences between systems."""
