"""What every room of the surface uses: requests, messages, controls and their ids."""
