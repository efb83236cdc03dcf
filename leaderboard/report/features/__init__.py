"""Features of a report: each has its fields, its section, its tables for people and its sentences."""
