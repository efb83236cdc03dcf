"""The public functions: paths and options in, small frozen results out; nothing is printed."""
