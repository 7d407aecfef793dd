// Who asks databases needs the language, models and fetches, and SQL; one import gives them.
@_exported import PredicateBinding
@_exported import PredicateModel
@_exported import PredicateSQL
@_exported import PredicateValues
