"""The operations open to a program in the courses that its person teaches, and on the questions that they write."""
