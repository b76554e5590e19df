"""SQL over all that belongs to one person: read for the file, written from a file, deleted."""
