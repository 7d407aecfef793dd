// A client works with predicates, models and databases as well as with objects, so that one import is enough.
@_exported import struct PredicateModel.FetchTemplate
@_exported import PredicateSQLite
