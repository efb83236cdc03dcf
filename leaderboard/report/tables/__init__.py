"""Tables as columns of text, without markup."""
