"""Making the numbers of the minds anew: what takes hours, and what no host needs."""
