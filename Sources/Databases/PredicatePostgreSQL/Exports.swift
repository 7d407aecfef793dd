#if PostgreSQL
  // Re-exports the types of fetches, models and results. `import OpenPredicate` re-exports those of predicates, variables and policies.
  @_exported import struct PredicateDatabases.DatabaseIssue
  @_exported import protocol PredicateDatabases.FetchingDatabase
  @_exported import struct PredicateModel.DataModel
  @_exported import struct PredicateModel.EntityFetch
  @_exported import struct PredicateModel.FetchedColumn
  @_exported import struct PredicateModel.FirstOfEach
  @_exported import enum PredicateModel.ModelFile
  @_exported import struct PredicateModel.ResultTable
  @_exported import enum PredicateSQL.SQLFetchForm
#endif
