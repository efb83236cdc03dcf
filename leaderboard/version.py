"""The version, in the one place that says it."""

VERSION = "0.2.0"
