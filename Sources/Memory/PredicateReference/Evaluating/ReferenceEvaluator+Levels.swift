import PredicateValues

/// Evaluates all levels of a relationship: `reports*`.
extension ReferenceEvaluator {
  /// The value of a key for all levels of a relationship, for an object or a dictionary; nil for every other key.
  func levels(_ key: String, of start: QueryValue, range: SourceRange) throws(PredicateIssue) -> QueryValue? {
    guard let relationship = QueryKeyPath.relationship(ofLevels: key) else { return nil }
    return .array(try reached(by: relationship, from: start, range: range))
  }

  /// The objects that one or more steps of a relationship reach, each once. They are in the order of their keys if all of them have keys, otherwise
  /// level by level. The start is among them only if a cycle leads back to it. Objects without an identity are the same if they are equal.
  ///
  /// Follows the references of each object once, and sorts objects with keys. The number of references is limited like the elements of collections.
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

  /// The objects in the value of a relationship. Nils are left out.
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
  /// The objects, sorted by their keys as a database lists them. If an object has no key, the order is not changed.
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

/// An object that knows its position in its table. The rows of the table are in the order of their keys.
package protocol RowOfTable: QueryObject {
  /// The position of the row in its table.
  var place: Int64 { get }
}

extension PredicateIssue {
  /// `title*`: levels repeat a relationship, but the property has values that are not objects.
  fileprivate static func levelsOfValues(_ name: String, _ found: String, range: SourceRange) -> PredicateIssue {
    .error(
      .collectionExpected, range, "“\(name)*” expects objects in “\(name)”, found \(found)",
      hint: "levels repeat a relationship from an object to objects of its own kind", kind: .type)
  }
}
