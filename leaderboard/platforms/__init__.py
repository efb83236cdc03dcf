"""Platforms that take submissions: a competition on Codabench, a pull request on GitHub."""
