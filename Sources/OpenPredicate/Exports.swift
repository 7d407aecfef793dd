@_exported import PredicateBinding
@_exported import PredicateEvaluation
@_exported import PredicateSyntax
@_exported import PredicateValues
