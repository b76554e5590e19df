"""Handlers of the pages of figures, and of their CSV files."""
