"""Published cross-document outputs as saved sums, and the page that ranks them again."""
