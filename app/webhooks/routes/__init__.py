"""Handlers of the page about webhooks."""
