"""Queries on one-time links, tokens for programs, and identities at OpenID providers."""
