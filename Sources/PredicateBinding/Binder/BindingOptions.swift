import PredicateValues

/// How a predicate is bound.
///
/// ```swift
/// BindingOptions(functions: FunctionTable.standard.adding(isLeap), isStrict: true)
/// ```
public struct BindingOptions: Sendable {
  /// The functions that calls and FUNCTION reach.
  public var functions: FunctionTable
  /// Whether extensions of the language are refused that Apple's systems lack: a string beside a date that is read as ISO 8601, arithmetic
  /// with dates, properties of dates, functions of this project's own.
  public var isStrict: Bool
  /// The limits that a tree must keep.
  public var limits: PredicateLimits
  /// Where the properties of dates are read: `lentOn.hour`. Nil for the zone of the types: of a database its own, else UTC.
  public var timeZone: QueryTimeZone?
  /// Whether of Swift types only declared tables (`QueryableProperties`) are read. Everything that a table leads to has a table, too, or is
  /// no property: `author.passwordHash` is unknown where `Author` has no table, and so is `author`.
  public var readsTablesOnly: Bool
  /// Whether a call of constants is made when the predicate is bound, where no step is counted.
  package var evaluatesConstantCalls = true

  /// Options, each with its default.
  public init(
    functions: FunctionTable = .standard, isStrict: Bool = false, limits: PredicateLimits = .standard,
    timeZone: QueryTimeZone? = nil, readsTablesOnly: Bool = false
  ) {
    self.functions = functions
    self.isStrict = isStrict
    self.limits = limits
    self.timeZone = timeZone
    self.readsTablesOnly = readsTablesOnly
  }
}
