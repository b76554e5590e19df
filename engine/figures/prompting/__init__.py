"""Figures on in-context learning."""
