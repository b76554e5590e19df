"""Figures that one touches: a page for each, the same figure on study pages, and an exercise of its numbers."""
