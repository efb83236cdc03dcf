"""Which expressions were given the right referent, told as kinds of errors and as chains side by side."""
