/// A set or a dictionary.
protocol HashedCollection {
  /// Whether predicates see all elements: of a dictionary they see those whose keys are strings.
  static var areAllSeen: Bool { get }
}

extension Set: HashedCollection {
  static var areAllSeen: Bool { true }
}

extension Dictionary: HashedCollection {
  static var areAllSeen: Bool { Key.self == String.self }
}
