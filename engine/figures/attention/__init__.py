"""Figures on attention."""
