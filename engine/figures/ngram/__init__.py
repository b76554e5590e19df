"""Figures on n-gram models."""
