"""The text of a question that an instructor writes: taken apart, changed at one place, and laid out as a form."""
