"""Where people already work: a module for each framework, imported only when asked for."""
