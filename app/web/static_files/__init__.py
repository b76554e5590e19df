"""Static files at addresses that carry a hash of their content, so that browsers ask for each of them once."""
