/// What a key path may ask of a number of seconds: `(returnedOn - lentOn).days`. An extension of the language; Apple's systems refuse it.
///
/// ```swift
/// DurationProperty.days.value(of: .integer(129_600))  // .double(1.5)
/// ```
public enum DurationProperty: String, Sendable, Hashable, CaseIterable {
  /// The seconds divided by 60.
  case minutes
  /// The seconds divided by 3,600.
  case hours
  /// The seconds divided by 86,400.
  case days

  /// The property of a name, by its exact letters; nil where there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: name) }) else { return nil }
    self = found
  }

  /// How many seconds make one.
  public var seconds: Double {
    switch self {
    case .minutes: 60
    case .hours: 3_600
    case .days: 86_400
    }
  }

  /// A number of seconds in this unit; nil for what is no number.
  public func value(of number: QueryValue) -> QueryValue? {
    NumberValue(number).map { QueryValue(nilForNaN: $0.double / seconds) }
  }
}
