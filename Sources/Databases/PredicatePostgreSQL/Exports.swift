#if PostgreSQL
  // The types of errors and results of a database.
  @_exported import struct PredicateDatabases.DatabaseIssue
  @_exported import struct PredicateModel.DataModel
  @_exported import struct PredicateModel.EntityFetch
  @_exported import struct PredicateModel.ResultTable
#endif
