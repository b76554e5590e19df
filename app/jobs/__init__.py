"""Work that takes longer than an answer may: the queue of jobs, the runner with its workers, the heartbeat.

Rooms above register a ``Kind`` of job and submit jobs of it. It rests on the settings and the database.
"""
