#if PostgreSQL
  // The types of what a database throws and answers.
  @_exported import struct PredicateDatabases.DatabaseIssue
  @_exported import struct PredicateModel.DataModel
  @_exported import struct PredicateModel.EntityFetch
  @_exported import struct PredicateModel.ResultTable
#endif
