"""The explorer: the server behind the page (extra `explore`)."""
