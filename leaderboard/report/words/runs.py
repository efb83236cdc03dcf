"""The sentences about systems that have several runs."""

MEAN = "± and a number in brackets: the standard deviation over runs, and the number of runs."
AS_THEY_ARE = "Bootstrap samples vary the documents and keep the runs as they are."
