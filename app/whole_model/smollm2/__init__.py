"""The page of a real model, SmolLM2: a text is read in a worker, and one of its 30 layers is open at a time.

``state``: the address. ``readings``: what the worker is asked, and what it left. ``job``: what it does. ``shown``: the
numbers behind a state, from a reading or from what was recorded. ``layout``, ``strips``, ``picture``, ``spine``: the
drawing. ``beside``: the numbers beside the opened one. ``asking``: one that is hidden and asked. ``changes``: what the
switches change. ``next_token``: its bars, and drawing one. ``page``: all that the template needs.
"""
