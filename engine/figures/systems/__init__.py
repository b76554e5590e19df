"""Figures on pretraining and systems."""
