"""Accounts: sign-up and sign-in (password, one-time link, OpenID), tokens for programs, people for administrators.

An account is a row of ``app.identity`` with an e-mail; a session, token, link or identity opens it.
It rests on web and identity.
"""
