"""The whole model on one page: one token's way from its letter to the next, every number open to be looked at.

The same for a real model is in ``smollm2``.
"""
