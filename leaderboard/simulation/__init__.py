"""Synthetic shared tasks: a key in an invented language, and systems whose errors are known."""
