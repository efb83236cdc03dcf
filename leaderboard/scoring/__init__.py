"""From a key and a response to the sums of every metric, and what is signed of them."""
