"""The database: the connection to it, the schema of all tables, and the migration to the code's version.

Rooms use ``Database`` and ``Connection`` from here, and their stores the tables; it rests on no room.
"""
