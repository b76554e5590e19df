"""Images that instructors attach to questions: cleaned, stored by their content, served, and removed when unused.

Nouns: image (its name is the hash of its cleaned bytes, with .png or .svg), cleaning. The room rests on identity and on
the database; the texts that mention an image are those of questions and their versions.
"""
