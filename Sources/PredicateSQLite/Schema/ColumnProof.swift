import PredicateModel

/// What CHECK constraints prove of a column's values.
struct ColumnProof {
  /// The storage classes that a value can have, NULL apart: `integer`, `real`, `text`, `blob`; nil for all.
  var classes: Set<String>?
  /// Whether the value is 0 or 1, where it is not NULL.
  var isFlag = false
  /// Whether it cannot be NULL. A constraint that yields NULL is kept, so only `typeof` proves it.
  var excludesNull = false

  /// Whether nothing but values of a storage's family can be there.
  func proves(_ storage: AttributeStorage) -> Bool {
    if isFlag { return storage == .zeroOrOne || storage == .integer }
    guard let classes else { return false }
    return switch storage {
    case .dynamic: true
    case .zeroOrOne, .integer, .real, .secondsSince2001, .secondsSince1970, .millisecondsSince1970, .julianDay:
      classes.isSubset(of: ["integer", "real"])
    case .text: classes.isSubset(of: ["text"])
    case .blob: classes.isSubset(of: ["blob"])
    // The class says nothing of the form inside.
    case .booleanWords, .decimalText, .iso8601Text, .uuidText, .uuidBytes: false
    }
  }
}
