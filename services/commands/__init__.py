"""The command line, as far as it is more than a few lines: one file for each group of commands."""
