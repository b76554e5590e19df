"""Handlers of images."""
