"""Handlers of the page “Your data”."""
