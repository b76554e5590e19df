"""E-mail: what the outbox holds is written in the language and by the clock of who reads it, and sent by SMTP; people
say what they want to get, and administrators see what did not arrive. It rests on coursework, courses and the
outbox."""
