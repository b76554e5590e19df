"""Uploaded files as images that can do no harm: a PNG is decoded and written anew, an SVG is cut down to shapes
and text. Nothing of an upload is stored as it came.
"""
