"""The pages for platforms, for the people who come from them, and for those who administer them."""
