"""The SQL of attachments."""
