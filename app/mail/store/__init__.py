"""Queries on what e-mails are about."""
