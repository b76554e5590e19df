"""``examformer doctor``: looks at a machine and at the settings, and says what to do.

Each check is a function that takes the ``Installation`` and returns a ``Finding``; ``checkup`` lists them all. A check
changes nothing that the installation keeps, and each works with or without a server beside it.
"""
