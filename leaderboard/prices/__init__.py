"""The price of each kind of error: the score that a response would gain if its errors were mended."""
