"""The methods of the literature, one file for each publication."""
