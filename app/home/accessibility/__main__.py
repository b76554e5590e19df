"""Prints the table of docs/accessibility.md."""

import sys

from app.home.accessibility.report import as_table

if __name__ == "__main__":
    sys.stdout.write(f"{as_table()}\n")
