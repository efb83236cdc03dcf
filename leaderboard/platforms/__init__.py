"""What platforms make of submissions: a competition on Codabench, a pull request on GitHub."""
