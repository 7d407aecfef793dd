import PredicateValues

/// Options for binding a predicate.
///
/// ```swift
/// BindingOptions(functions: FunctionTable.standard.adding(isLeap), isStrict: true)
/// ```
public struct BindingOptions: Sendable {
  /// Which Swift types without a property table (`QueryableProperties`) can be read.
  ///
  /// ```swift
  /// try players.filter(BoundQuery("volume > 4", options: BindingOptions(reading: .everything)))
  /// ```
  public enum Reading: Sendable, Hashable {
    /// None. A property of a table is unknown if its type has no table: without a table for `Author`, `author.passwordHash` is unknown, and so is `author`.
    /// Properties whose types are known at run time only (`Any`, dictionaries) are hidden. Every policy reads like this.
    case tables
    /// Values: structs and their parts. The default.
    ///
    /// For an instance of a class without a table only its identity can be used, since at run time the actor that owns it is unknown. The types of a table's
    /// properties need tables too.
    case values
    /// Values and instances, through any property. Stored properties are read by reflection. The caller guarantees that no other thread changes an instance
    /// while a predicate runs.
    case everything

    /// The setting for types that a table's property has.
    package var behindTable: Reading { self == .everything ? .everything : .tables }
  }

  /// The functions that calls and FUNCTION reach.
  public var functions: FunctionTable
  /// Whether extensions of the language, which Apple's systems lack, are refused: strings read as ISO 8601 dates, arithmetic with dates, properties of dates,
  /// additional functions.
  public var isStrict: Bool
  /// The limits that a tree must keep.
  public var limits: PredicateLimits
  /// The time zone for properties of dates: `lentOn.hour`. Nil for the zone of the type source: a database's own zone, otherwise UTC.
  public var timeZone: QueryTimeZone?
  /// Which Swift types without a property table can be read.
  public var reading: Reading
  /// Whether calls with constant arguments are evaluated when the predicate is bound. There their steps are not counted.
  package var evaluatesConstantCalls = true

  /// Options with defaults.
  ///
  /// - Parameters:
  ///   - functions: The functions that a predicate may call.
  ///   - isStrict: Whether extensions of the language, which Apple's systems lack, are refused.
  ///   - limits: The limits that a tree must keep.
  ///   - timeZone: The zone of parts of dates such as `lentOn.year`; nil for the zone of the data, otherwise UTC.
  ///   - reading: What may be read of types without a property table.
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
