import OpenPredicate

/// A filter in two forms, over elements that both share.
struct Row {
  let group: Group
  let name: String
  /// How many elements one round goes through.
  let elements: Int
  /// What a developer writes, compiled with its closure inside.
  let closure: () throws -> Int
  /// Binds the predicate once, and returns a function that counts by it.
  let bind: () throws -> () throws -> Int
}

/// The rows about one array.
///
/// A row is added where its closure is known, and `add` is inlined there, so that the compiler makes a loop of each closure. A measurement calls
/// that loop through a stored function: nothing can be hoisted out of the rounds or left out.
struct RowTable<Element> {
  let elements: [Element]
  private(set) var rows: [Row] = []

  init(_ elements: [Element]) { self.elements = elements }

  /// Adds a row that counts the elements for which a closure holds. The closure must not capture anything: a captured value would make it a
  /// call.
  @inline(__always)
  mutating func add(
    _ group: Group, _ format: String, _ arguments: any QueryArgumentConvertible...,
    where holds: @escaping (Element) -> Bool
  ) {
    add(group, format, arguments.map { $0.queryArgument }) { $0.countMatches(holds) }
  }

  /// Adds a row that counts by a loop, before which constants can be made.
  @inline(__always)
  mutating func add(
    _ group: Group, _ format: String, _ arguments: [QueryArgument], named name: String? = nil,
    counting count: @escaping ([Element]) -> Int
  ) {
    add(group, name ?? format, count) { elements in
      let query = try BoundQuery<Element>(QueryPredicate(format: QueryFormat(raw: format), arguments: arguments))
      return { try elements.count(where: query) }
    }
  }

  /// Adds a row that calls `matches` for each element.
  @inline(__always)
  mutating func addSingle(_ format: String, where holds: @escaping (Element) -> Bool) {
    add(.single, "matches: " + format, { $0.countMatches(holds) }) { elements in
      let query = try BoundQuery<Element>(QueryFormat(raw: format))
      return {
        // In place, as the closure's loop reads them: a copy of a film counts its references.
        try elements.withUnsafeBufferPointer { elements in
          try elements.indices.count { try query.matches(elements[$0]) }
        }
      }
    }
  }

  /// Adds a row by both forms. `bind` runs once, before the rounds.
  @inline(__always)
  mutating func add(
    _ group: Group, _ name: String, _ closure: @escaping ([Element]) -> Int,
    binding bind: @escaping ([Element]) throws -> () throws -> Int
  ) {
    rows.append(
      Row(
        group: group, name: name, elements: elements.count, closure: { [elements] in closure(elements) },
        bind: { [elements] in try bind(elements) }))
  }
}

extension Array {
  /// The number of elements for which a closure holds, in a loop that has the closure inside.
  @inline(__always)
  func countMatches(_ holds: (Element) -> Bool) -> Int {
    var count = 0
    for element in self where holds(element) { count += 1 }
    return count
  }
}
