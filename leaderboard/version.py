"""The version, in the one place that says it."""

VERSION = "0.3.0"
