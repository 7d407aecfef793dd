// These names, and those that this target declares, are the names that `import OpenPredicate` shows: at most thirty, listed in
// Documentation/swift/names.md. Each import names one declaration, so the other declarations of its module stay hidden. Members, such as `filter` of
// a sequence, are imported with the module. Operators are not, so the operators on expressions and predicates are declared in this target.
@_exported import struct PredicateBinding.BindingOptions
@_exported import struct PredicateBinding.QueryPolicy
@_exported import struct PredicateBinding.QueryVariables
@_exported import struct PredicateEngine.BoundQuery
@_exported import struct PredicateReference.Explanation
@_exported import struct PredicateReference.QueryProperty
@_exported import protocol PredicateReference.QueryPropertyValue
@_exported import protocol PredicateReference.QueryableProperties
@_exported import enum PredicateSyntax.DiagnosticCode
@_exported import struct PredicateSyntax.DiagnosticRenderer
@_exported import struct PredicateSyntax.ObjectReference
@_exported import struct PredicateSyntax.PredicateIssue
@_exported import struct PredicateSyntax.PredicateLimits
@_exported import enum PredicateSyntax.PredicateParser
@_exported import enum PredicateSyntax.QueryArgument
@_exported import protocol PredicateSyntax.QueryArgumentConvertible
@_exported import struct PredicateSyntax.QueryExpression
@_exported import struct PredicateSyntax.QueryFormat
@_exported import struct PredicateSyntax.QueryPredicate
@_exported import struct PredicateSyntax.QuerySortKey
@_exported import struct PredicateSyntax.StringOptions
@_exported import struct PredicateValues.FunctionDefinition
@_exported import struct PredicateValues.FunctionTable
@_exported import struct PredicateValues.QueryDictionary
@_exported import protocol PredicateValues.QueryObject
@_exported import struct PredicateValues.QueryTimeZone
@_exported import enum PredicateValues.QueryType
@_exported import enum PredicateValues.QueryValue
