"""Finds where two of many answers to a question share stretches: programs by their tokens, texts by their words.

Nouns: token, gram, fingerprint, pair, passage. An answer's fingerprints are chosen among its grams by winnowing
(Schleimer, Wilkerson and Aiken 2003); what shares them is counted, never judged.
"""
