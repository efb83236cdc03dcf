"""What reports say in words: captions, notes, names, and how many digits."""
