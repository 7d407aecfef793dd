// Other modules are exported so that one import is enough, because a client also works with predicates, models and databases.
@_exported import struct PredicateModel.FetchTemplate
@_exported import PredicateSQLite
