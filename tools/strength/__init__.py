"""How strong the minds are: the matches that show it, and the page that tells (docs/strength.md)."""
