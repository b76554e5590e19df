"""Handlers that programs of an operator ask."""
