"""Making the table of chances of Ploc anew."""
