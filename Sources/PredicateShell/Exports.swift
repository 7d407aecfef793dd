// JSON is written and read in every room of the shell; the line protocol's values are part of what it offers.
@_exported import PredicateRecords
