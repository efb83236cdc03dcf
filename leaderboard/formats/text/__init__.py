"""Text with tags around mentions, as language models return it."""
