"""The questions that instructors write: drafts, the editor with preview and proof, versions, and files in and out.

A draft is any text; a proof without findings makes it a version. It rests on the library of ``app.questions``, which
has the rows, and on study and practice for cards and the sheet of a preview.
"""
