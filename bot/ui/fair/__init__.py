"""Fair dice: seals, salts, checks and exports."""
