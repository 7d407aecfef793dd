import PredicateValues

/// The names of the evaluated object that a node of the core reads: the members that its paths begin with.
package struct CoreNames: Sendable {
  /// The names, each once, in the order of evaluation; not all where ``areAll`` is false.
  package private(set) var names: [String] = []
  /// False where the node reads the evaluated object itself, or more than 64 names: then it may read any of the object's members.
  package private(set) var areAll = true

  private static let limit = 64

  mutating func insert(_ name: String) {
    if names.contains(where: { $0.hasSameScalars(as: name) }) { return }
    if names.count < Self.limit { names.append(name) } else { areAll = false }
  }

  /// Notes that the evaluated object itself is read.
  mutating func insertAll() { areAll = false }

  mutating func formUnion(_ other: CoreNames) {
    areAll = areAll && other.areAll
    if names.isEmpty {
      names = other.names
    } else {
      for name in other.names { insert(name) }
    }
  }
}
