import PredicateValues

/// A row that no integer names, as a function of ours meets it: by the box of its key.
package struct SQLBoxRow: SelfComparingObject {
  package let entityName: String
  /// The key's values as they are stored, as the box of an array.
  package let key: [UInt8]

  package var reference: ObjectReference? { nil }
  package var keys: [String] { [] }

  /// A row of an entity.
  package init(entityName: String, key: [UInt8]) {
    self.entityName = entityName
    self.key = key
  }

  package func value(forKey key: String) -> QueryValue? { nil }

  /// A key is stored in one form.
  package func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = other as? SQLBoxRow else { return false }
    return key == other.key && entityName.hasSameScalars(as: other.entityName)
  }

  package func hashItself(into hasher: inout Hasher) -> Bool {
    entityName.hashScalars(into: &hasher)
    hasher.combine(key)
    return true
  }
}
