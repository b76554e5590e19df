"""What the command line does: one module per command, and what they print with."""
