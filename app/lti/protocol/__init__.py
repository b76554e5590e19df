"""The protocol with a platform: the names of the standard, messages and their checks, the requests to its services.

Authlib, joserfc and requests are imported when a platform is asked, as in ``app.accounts.openid``.
"""
