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
    /// Types without a property table are not read. A property is unknown if its type has no table: without a table for `Author`, `author` and
    /// `author.passwordHash` are unknown. Properties whose types are known only at run time (`Any`, dictionaries) are hidden. Every policy uses this setting.
    case tables
    /// Structs and their parts are read. This is the default.
    ///
    /// Of an instance of a class without a table only the identity can be used, because at run time it is unknown which actor owns the instance. The
    /// types of the properties in a table need tables, too.
    case values
    /// All properties of structs and instances are read. Stored properties are read by reflection. The caller guarantees that no other thread changes
    /// an instance while a predicate runs.
    case everything

    /// The setting for the types of properties in a property table.
    package var behindTable: Reading { self == .everything ? .everything : .tables }
  }

  /// The functions that a predicate can call.
  public var functions: FunctionTable
  /// Whether extensions of the language, which Apple's systems lack, are refused: strings read as ISO 8601 dates, arithmetic with dates, properties of dates,
  /// additional functions.
  public var isStrict: Bool
  /// The limits that a tree must not exceed.
  public var limits: PredicateLimits
  /// The time zone for properties of dates: `lentOn.hour`. Nil for the zone of the data: the zone of a database, otherwise UTC.
  public var timeZone: QueryTimeZone?
  /// Which Swift types without a property table can be read.
  public var reading: Reading
  /// Whether calls with constant arguments are evaluated when the predicate is bound. The steps of these calls are not counted.
  package var evaluatesConstantCalls = true

  /// Options. An option that is not given has its default.
  ///
  /// - Parameters:
  ///   - functions: The functions that a predicate may call.
  ///   - isStrict: Whether extensions of the language, which Apple's systems lack, are refused.
  ///   - limits: The limits that a tree must not exceed.
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

extension BindingOptions: CustomStringConvertible {
  /// The options that differ from the default: `BindingOptions(functions: standard + isLeap:, isStrict)`.
  public var description: String {
    var parts: [String] = []
    if !functions.isSame(as: .standard) { parts.append("functions: \(functions)") }
    if isStrict { parts.append("isStrict") }
    if limits != .standard { parts.append("limits: \(limits)") }
    if let timeZone { parts.append("timeZone: \(timeZone)") }
    if reading != .values { parts.append("reading: \(reading)") }
    return "BindingOptions(\(parts.joined(separator: ", ")))"
  }
}

/// A predicate with resolved names and known types, which engines run.
public struct BoundPredicate: Sendable {
  /// The condition in the typed core.
  public let condition: CoreCondition
  /// Notes on how the text was read, for example as a date.
  public let notes: [PredicateIssue]
  /// The evaluated object's type.
  public let root: RootType
  /// The number of variables in the condition, including the evaluated object. Engines reserve storage for this number of variables.
  public let variableCount: Int
  /// The time zone for properties of dates whose type is known only at run time. Other properties of dates are calls with the zone as an argument.
  package let timeZone: QueryTimeZone

  /// The same predicate with another condition, such as a part of its condition. The other condition must not use further variables.
  public func with(_ condition: CoreCondition) -> BoundPredicate {
    BoundPredicate(condition: condition, notes: notes, root: root, variableCount: variableCount, timeZone: timeZone)
  }
}

/// An expression with resolved names and known types.
public struct BoundExpression: Sendable {
  /// The value in the typed core.
  public let value: CoreValue
  /// Notes on how the text was read.
  public let notes: [PredicateIssue]
  /// The evaluated object's type.
  public let root: RootType
  /// The number of variables in the value, including the evaluated object.
  public let variableCount: Int
  /// The time zone for properties of dates whose type is known only at run time.
  package let timeZone: QueryTimeZone

  /// This expression with another value. The other value must not use further variables.
  package func with(_ value: CoreValue) -> BoundExpression {
    BoundExpression(value: value, notes: notes, root: root, variableCount: variableCount, timeZone: timeZone)
  }
}

extension BoundPredicate {
  /// A predicate from a condition that was bound before and joined with others.
  package init(_ condition: CoreCondition, of root: RootType, timeZone: QueryTimeZone) {
    self.init(
      condition: condition, notes: [], root: root, variableCount: condition.greatestVariable + 1, timeZone: timeZone)
  }
}
