"""Figures on alignment."""
