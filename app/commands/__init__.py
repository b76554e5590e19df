"""The commands of ``examformer``, one module per command, and what they share for printing.

``app.cli`` parses the arguments and calls them. They rest on the rooms below as the pages do, and on the engine.
"""
