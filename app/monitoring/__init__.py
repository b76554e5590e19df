"""What an operator watches: metrics for Prometheus, the log of requests, and a page that says in words how it stands.

Nouns: liveness, readiness, gauge, probe, alarm, serving process. Rooms bring their numbers (``Room.gauges``); this one
knows nothing of questions and people.
"""
