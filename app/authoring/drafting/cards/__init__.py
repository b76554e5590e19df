"""The cards of the editor's form, by what they are about."""
