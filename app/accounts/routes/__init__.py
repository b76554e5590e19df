"""Handlers of the pages of accounts and people."""
