"""The text of a draft: split into blocks, changed at one place, and laid out as a form."""
