"""Worker processes: started, asked, held to a time and ended in one way, whoever needs them.

`process.WorkerProcess` starts a process that runs `child.main` and answers one request at a time,
in bytes; it ends when the process that started it does. `parallel` maps a function over many things
in several of them, `pool` shares some among the requests of a server, and the documents of
`tmima.formats.office` are read in a single one.
"""
