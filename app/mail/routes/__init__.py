"""Handlers of the pages about e-mail."""
