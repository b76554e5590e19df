"""Handlers of images and data files."""
