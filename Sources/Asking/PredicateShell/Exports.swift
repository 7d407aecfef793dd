// Every room of the shell reads JSON or writes answers.
@_exported import PredicateOutput
@_exported import PredicateRecords
