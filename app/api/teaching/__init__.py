"""What a program may do in the courses that its person teaches, and with the questions that they write."""
