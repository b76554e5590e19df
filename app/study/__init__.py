"""Material to study: sections, the glossary, cards, and worked solutions for numbers of one's own.

It shows the study pages and families of the question bank, stores how well cards were known, and rests on learning.
"""
