"""Material to study: sections, the glossary, cards, and worked solutions for numbers of one's own.

It shows the study pages and families of the question bank, stores nothing, and rests on the library of questions.
"""
