"""Archives: rows that nobody looks at any more, in a file of their own before they leave the database.

An *archive* is an SQLite file with the seal of a backup, and some tables, without the references of their rows. This
rests on the connection and on backups.
"""
