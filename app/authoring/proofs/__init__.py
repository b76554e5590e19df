"""Proof of a question before it is published: of one, or of many drafts in one go, in a worker."""
