import PredicateValues

/// All levels of a relationship: `reports*`.
extension ReferenceEvaluator {
  /// The value of a key that means all levels of a relationship of an object or a dictionary; nil for every other key.
  func levels(_ key: String, of start: QueryValue, range: SourceRange) throws(PredicateIssue) -> QueryValue? {
    guard let relationship = QueryKeyPath.relationship(ofLevels: key) else { return nil }
    return .array(try reached(by: relationship, from: start, range: range))
  }

  /// The objects that one or more steps of a relationship reach, each once: level by level, or in the order of their keys if they have keys. The start is
  /// among them only if a cycle leads back to it. Objects without an identity are the same if they are equal.
  ///
  /// Linear in the number of objects and of references between them, which is limited as the elements of collections are.
  private func reached(
    by relationship: String, from start: QueryValue, range: SourceRange
  ) throws(PredicateIssue) -> [QueryValue] {
    var reached: [QueryValue] = []
    var known: Set<ValueKey> = []
    var position = 0
    var visited = 0
    var current = start
    while true {
      let next = try property(relationship, of: current, range: range)
      for object in try objects(next, relationship, range: range) {
        visited += 1
        if visited > limits.visitedElements { throw .tooManyElements }
        if known.insert(ValueKey(object)).inserted { reached.append(object) }
      }
      guard position < reached.count else { return reached.inOrderOfKeys }
      current = reached[position]
      position += 1
    }
  }

  /// The objects that one step reaches. A nil among them is not an object.
  private func objects(
    _ value: QueryValue, _ relationship: String, range: SourceRange
  ) throws(PredicateIssue) -> [QueryValue] {
    switch value {
    case .null: return []
    case .array(let elements), .set(let elements):
      var found: [QueryValue] = []
      for element in elements { found += try objects(element, relationship, range: range) }
      return found
    case .object, .dictionary:
      try value.checkUsable()
      return [value]
    case .reference(let reference):
      guard let findObject else { return [value] }
      return findObject(reference).map { [.object($0)] } ?? []
    default: throw .levelsOfValues(relationship, value.type.description, range: range)
    }
  }
}

extension [QueryValue] {
  /// Objects with keys in the order of their keys, as a database lists them; other objects in their own order.
  fileprivate var inOrderOfKeys: [QueryValue] {
    var keyed: [(key: Int64, value: QueryValue)] = []
    keyed.reserveCapacity(count)
    for value in self {
      guard case .object(let object) = value, let key = (object as? any RowOfTable)?.place ?? object.reference?.key
      else { return self }
      keyed.append((key, value))
    }
    return keyed.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// An object whose table knows its place among the rows, which are in the order of their keys.
package protocol RowOfTable: QueryObject {
  /// The place.
  var place: Int64 { get }
}

extension PredicateIssue {
  /// `title*`: levels repeat a relationship, and a value has no next level.
  fileprivate static func levelsOfValues(_ name: String, _ found: String, range: SourceRange) -> PredicateIssue {
    .error(
      .collectionExpected, range, "“\(name)*” expects objects in “\(name)”, found \(found)",
      hint: "levels repeat a relationship from an object to objects of its own kind", kind: .type)
  }
}
