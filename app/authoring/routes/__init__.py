"""Handlers of the pages of authors."""
