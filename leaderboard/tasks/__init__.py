"""From a folder or some responses to scored systems: what every command begins with."""
