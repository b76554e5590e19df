"""``examformer backup``, ``check-backup``, ``restore`` and ``move``."""
