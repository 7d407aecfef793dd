import PredicateValues

/// An enum with raw values is stored as its raw value. It says which case stands for a missing value, and nothing else.
///
///     enum Genre: String, StorableValue {
///       case drama, noir
///       static let placeholder = Genre.drama
///     }
extension StorableValue where Self: RawRepresentable, RawValue: StorableValue {
  /// The type of the raw value.
  public static var attributeType: QueryType { RawValue.attributeType }

  /// The case of a raw value; nil where there is none.
  public init?(stored value: QueryValue) {
    guard let raw = RawValue(stored: value) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value.
  public var storedValue: QueryValue { rawValue.storedValue }
}
