"""The sender of each request: the cookie (visitor), its session, the person behind it, and their role.

A page asks for a role by the type of an argument. It rests on the database.
"""
