import PredicateValues

/// How a predicate is bound.
///
/// ```swift
/// BindingOptions(functions: FunctionTable.standard.adding(isLeap), isStrict: true)
/// ```
public struct BindingOptions: Sendable {
  /// What is read of Swift types that declare no table (`QueryableProperties`).
  ///
  /// ```swift
  /// try players.filter(BoundQuery("volume > 4", options: BindingOptions(reading: .everything)))
  /// ```
  public enum Reading: Sendable, Hashable {
    /// Nothing. What a property table leads to has a table, too, or is no property: `author.passwordHash` is unknown where `Author` has no
    /// table, and so is `author`. Properties whose types are known only when a predicate runs (`Any`, dictionaries) are hidden. Every
    /// policy reads like this.
    case tables
    /// Values: structs, and what they consist of. The default.
    ///
    /// Of an instance of a class without a table only its identity counts, since nothing at run time tells to which actor it belongs. What
    /// a property table leads to needs a table, too.
    case values
    /// Values and instances, whatever leads to them: stored properties are read by reflection. Whoever says so answers for it that no
    /// other thread changes an instance while a predicate runs.
    case everything

    /// What is read of that which a property table leads to.
    package var behindTable: Reading { self == .everything ? .everything : .tables }
  }

  /// The functions that calls and FUNCTION reach.
  public var functions: FunctionTable
  /// Whether extensions of the language are refused that Apple's systems lack: a string beside a date that is read as ISO 8601, arithmetic
  /// with dates, properties of dates, functions of this project's own.
  public var isStrict: Bool
  /// The limits that a tree must keep.
  public var limits: PredicateLimits
  /// Where the properties of dates are read: `lentOn.hour`. Nil for the zone of the types: of a database its own, else UTC.
  public var timeZone: QueryTimeZone?
  /// What is read of Swift types that declare no table.
  public var reading: Reading
  /// Whether a call of constants is made when the predicate is bound, where no step is counted.
  package var evaluatesConstantCalls = true

  /// Options, each with its default.
  public init(
    functions: FunctionTable = .standard, isStrict: Bool = false, limits: PredicateLimits = .standard,
    timeZone: QueryTimeZone? = nil, reading: Reading = .values
  ) {
    self.functions = functions
    self.isStrict = isStrict
    self.limits = limits
    self.timeZone = timeZone
    self.reading = reading
  }
}
