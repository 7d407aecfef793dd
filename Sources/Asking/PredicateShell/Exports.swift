// All parts of the shell write answers, so they need `PredicateOutput`.
@_exported import PredicateOutput
