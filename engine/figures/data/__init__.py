"""Figures on training data."""
