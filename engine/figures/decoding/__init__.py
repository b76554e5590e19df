"""Figures on decoding."""
