"""Tables of raw values, without markup."""
