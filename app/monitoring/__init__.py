"""What an operator watches: whether a server lives, and whether it is ready to answer.

Nouns: liveness, readiness, probe. The room knows nothing of questions and people.
"""
