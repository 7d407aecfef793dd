import PredicateModel

/// What CHECK constraints prove of a column's values.
struct ColumnProof {
  /// The storage classes that a value can have, NULL apart; nil for all.
  var classes: Set<StorageClass>?
  /// Whether the value is 0 or 1, where it is not NULL.
  var isFlag = false
  /// Whether it cannot be NULL. A constraint that yields NULL is kept, so only `typeof` proves it.
  var excludesNull = false

  /// Whether nothing but values of a storage's family can be there.
  func proves(_ storage: AttributeStorage) -> Bool {
    if isFlag { return storage == .zeroOrOne || storage == .integer }
    guard let classes, !storage.isParsed, storage.byteCount == nil else { return false }
    return classes.isSubset(of: storage.classes)
  }
}
