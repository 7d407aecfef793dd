import PredicateValues

/// How a predicate is bound.
///
/// ```swift
/// BindingOptions(functions: FunctionTable.standard.adding(isLeap), isStrict: true)
/// ```
public struct BindingOptions: Sendable {
  /// The functions that calls and FUNCTION reach.
  public var functions: FunctionTable
  /// Whether a string beside a date is refused instead of being read as ISO 8601.
  public var isStrict: Bool
  /// The limits that a tree must keep.
  public var limits: PredicateLimits

  /// Options, each with its default.
  public init(
    functions: FunctionTable = .standard, isStrict: Bool = false, limits: PredicateLimits = .standard
  ) {
    self.functions = functions
    self.isStrict = isStrict
    self.limits = limits
  }
}
