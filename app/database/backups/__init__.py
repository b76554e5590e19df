"""Backups, and databases that move: from SQLite or PostgreSQL into one file, from it back, from one to the other.

A *backup* is one SQLite file, whichever database it comes from. It carries a *seal*: when it was made, and how many
rows each table had, with a sum over them. This rests on the connection, the schema and the migrations.
"""
