"""The protocol with an OpenID provider: the requests to it, its answers, and the checks that these must pass.

Authlib and requests are imported when somebody signs in this way, so that servers without a provider never load them.
"""
