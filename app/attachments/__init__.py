"""Files that instructors attach to questions: checked, stored by their content, served, and removed when unused.

Nouns: attachment (its name is the hash of its content, with an ending), image (cleaned), data file (text, as it came).
The room rests on identity and on the database; the texts that name an attachment are those of questions and their
versions.
"""
