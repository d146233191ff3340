"""The commands, each in a module of its name that is imported when it is wanted."""
