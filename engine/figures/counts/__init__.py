"""Figures on parameter counts."""
