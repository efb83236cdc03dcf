"""A shared task on Codabench: its bundle, and what is told of each submission."""
