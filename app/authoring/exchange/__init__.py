"""Questions as files: of ours, and of other systems."""
