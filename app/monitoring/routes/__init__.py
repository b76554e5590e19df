"""Handlers that programs of an operator ask, and the page of administrators."""
