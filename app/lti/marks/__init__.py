"""Marks on their way to a platform: what is to be there, what is there, and the difference, which is sent."""
