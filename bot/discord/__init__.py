"""The Discord layer that all of the user interface uses: requests, messages, controls and their ids."""
