"""Queries of the room."""
