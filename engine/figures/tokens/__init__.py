"""Figures on tokenization."""
