"""What the columns of each table say; no markup."""
