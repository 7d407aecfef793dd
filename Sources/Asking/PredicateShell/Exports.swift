// Every room of the shell writes answers.
@_exported import PredicateOutput
