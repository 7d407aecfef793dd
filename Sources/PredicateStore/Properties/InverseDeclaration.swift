/// What a relationship says of its inverse.
enum InverseDeclaration {
  /// Nothing: the other end may name it.
  case none
  /// The relationship is its own inverse.
  case itself
  /// The name of the inverse, by an object of the destination; nil where the key path reads no declared property.
  case named((StoredObject) -> String?)

  init<Destination: StoredObject>(_ path: PartialKeyPath<Destination>?) {
    guard let path else {
      self = .none
      return
    }
    self = .named { PropertyProbe.name(of: path, in: $0) }
  }
}
