"""The methods of the literature, each in a file of its own, behind one interface."""
