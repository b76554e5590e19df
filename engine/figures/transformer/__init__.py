"""Figures on the transformer and its variants."""
