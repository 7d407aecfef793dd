import PredicateValues

/// Neighbouring objects of observed results that have the same value at the key path of the sections.
public struct ResultSection: Sendable {
  /// The value.
  public let name: QueryValue
  /// The indexes of its objects.
  public let range: Range<Int>

  /// Whether a section is for the same value; nil is a value like others.
  func hasSameName(as other: ResultSection) -> Bool {
    name.isNull && other.name.isNull || name.equals(other.name)
  }
}
