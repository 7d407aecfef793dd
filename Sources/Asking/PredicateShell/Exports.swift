// JSON is read and answers are written in every room of the shell.
@_exported import PredicateOutput
@_exported import PredicateRecords
