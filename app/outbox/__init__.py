"""The outbox: e-mails are queued here in the transaction that causes them, and the language, the clock and the wishes
of who reads them are kept. What they say, and when they leave, is the business of ``app.mail``. It rests on
identity."""
