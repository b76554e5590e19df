"""The way of a request from the public address through a proxy to the server."""
