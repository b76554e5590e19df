"""The database: the connection to it, the schema of all tables, the migration to the code's version, and backups.

Rooms use ``Database`` and ``Connection`` from here, and their stores the tables; it rests on no room.
"""
