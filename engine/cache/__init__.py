"""What was worked out of files and can be worked out again, kept on the disk: starting is faster with it, and nothing
else changes."""
