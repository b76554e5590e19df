"""Signing in at an OpenID provider: what is sent there, what it says, and what of that is believed.

Authlib and requests are imported when somebody signs in so: without a provider nobody waits for them.
"""
