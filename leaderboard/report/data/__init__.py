"""A ranking for programs: what JSON and the CSV files beside it hold."""
