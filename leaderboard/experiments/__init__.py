"""Reactions of metrics to known errors (Moosavi & Strube, 2016), and disagreements between metrics."""
