// Who asks databases needs what `import OpenPredicate` shows, models and fetches, and SQL; one import gives them.
@_exported import OpenPredicate
@_exported import PredicateBinding
@_exported import PredicateFetching
@_exported import PredicateModel
@_exported import PredicateSQL
@_exported import PredicateValues
