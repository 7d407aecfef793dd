// Clients of a database need the exports of `import OpenPredicate`, and the names of models and fetches in Documentation/swift/names.md. Each import
// names one declaration, so that the other declarations of those modules stay hidden.
@_exported import OpenPredicate
@_exported import struct PredicateDatabases.DatabaseIssue
@_exported import protocol PredicateDatabases.FetchingDatabase
@_exported import struct PredicateDatabases.RowImport
@_exported import struct PredicateDatabases.TypeSuggestion
@_exported import struct PredicateModel.DataModel
@_exported import struct PredicateModel.EntityFetch
@_exported import struct PredicateModel.FetchedColumn
@_exported import struct PredicateModel.FetchedProperty
@_exported import struct PredicateModel.FirstOfEach
@_exported import struct PredicateModel.ModelChanges
@_exported import enum PredicateModel.ModelFile
@_exported import enum PredicateModel.ModelIssue
@_exported import struct PredicateModel.ResultTable
@_exported import enum PredicateSQL.SQLFetchForm
@_exported import struct PredicateSQL.SQLStatement
