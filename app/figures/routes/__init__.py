"""Handlers of the room's pages."""
