// Answers are written in every room of the shell.
@_exported import PredicateOutput
