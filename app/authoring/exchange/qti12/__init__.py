"""QTI 1.2 as questions: what Canvas and ILIAS export."""
