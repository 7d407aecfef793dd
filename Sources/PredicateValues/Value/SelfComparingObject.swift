/// An object whose type may say itself which of its values are equal.
package protocol SelfComparingObject: QueryObject {
  /// Whether the type says that the two are equal; nil where it leaves that to the properties.
  func isEqual(to other: any QueryObject) -> Bool?

  /// Feeds what ``isEqual(to:)`` compares; false, and nothing fed, where the type leaves that to the properties.
  func hashItself(into hasher: inout Hasher) -> Bool
}
