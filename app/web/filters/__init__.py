"""What templates make of a value: formulas typeset, addresses as links, values as Python writes them."""
