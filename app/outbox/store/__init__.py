"""Queries on e-mails that wait, on what was queued before, and on who reads them."""
