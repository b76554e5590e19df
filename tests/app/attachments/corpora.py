"""A question of kind program with a small corpus beside it, as tests use it."""

from fastapi import FastAPI

from app.attachments import attachments, data_files

CORPUS = b"the cat sat\non the mat\nthe end\n"
TABLE = b"word,count\nthe,3\n<script>alert(1)</script>,=1+1\ncat,1\n"
FILE = data_files.checked(CORPUS).name
TEXT = f'''title = "How often a word stands in a corpus"
kind = "code"
section = "2.2"
points = 3
statement = """
Write `count_of(word)`: how often `word` stands in `corpus.txt`, whose words are parted by spaces and line ends.
"""
function = "count_of"
starter = """
def count_of(word):
    pass
"""
solution = """
def count_of(word):
    with open("corpus.txt") as file:
        return file.read().split().count(word)
"""

[[files]]
name = "corpus.txt"
file = "{FILE}"

[[tests]]
name = "a frequent word"
says = "Count every occurrence."
arguments = {{ word = "the" }}
expected = 3

[[tests]]
name = "a word that is not there"
says = "What is not there is there 0 times."
arguments = {{ word = "dog" }}
expected = 0

[[tests]]
name = "part of a word"
says = "Compare whole words."
hidden = true
arguments = {{ word = "at" }}
expected = 0

[[wrong]]
says = "counts letters"
code = """
def count_of(word):
    return open("corpus.txt").read().count(word)
"""
'''
SOLUTION = 'def count_of(word):\n    return open("corpus.txt").read().split().count(word)\n'


def keep(app: FastAPI, person: int, content: bytes = CORPUS) -> str:
    """Stores a data file; returns the name under which it is stored."""
    file = data_files.checked(content)
    attachments.upload(app.state.database, person, file)
    return file.name


def with_table(app: FastAPI, person: int, content: bytes = TABLE) -> str:
    """The text of the question with a table as its second file."""
    second = f'[[files]]\nname = "counts.csv"\nfile = "{keep(app, person, content)}"\n\n'
    return TEXT.replace("[[tests]]", f"{second}[[tests]]", 1)
