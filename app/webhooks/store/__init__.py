"""The SQL of webhooks and of what is sent to them."""
