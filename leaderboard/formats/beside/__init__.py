"""Documents of a response beside those of the key: compared, repaired, with zeros among the words."""
