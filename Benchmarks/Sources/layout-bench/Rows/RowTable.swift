import OpenPredicate

/// The rows about one type of elements.
///
/// The closures of a row are known where it is added, and `add` is inlined there, so that the compiler makes a loop of each one. A
/// measurement calls that loop through a stored function: nothing can be hoisted out of the rounds or left out.
struct RowTable<Element> {
  private(set) var rows: [Row<Element>] = []

  /// Adds a row by the closure for one element, which must not capture anything: what it captured would be called, not inlined.
  @inline(__always)
  mutating func add(
    _ property: PropertyKind, _ condition: ConditionKind, _ format: String, _ holds: @escaping (Element) -> Bool
  ) {
    add(property, condition, format) { elements in elements.countMatches(holds) }
  }

  /// Adds a row that calls `matches` for each element.
  @inline(__always)
  mutating func addMatches(_ property: PropertyKind, _ format: String, _ holds: @escaping (Element) -> Bool) {
    rows.append(
      Row(
        property: property, condition: .single, format: format, arguments: [], question: .matches,
        count: { elements in elements.countMatches(holds) }))
  }

  /// Adds a row that looks for the element with the least value of a key.
  @inline(__always)
  mutating func addLeast(
    _ property: PropertyKind, _ key: String, _ precedes: @escaping (Element, Element) -> Bool
  ) where Element: Numbered {
    rows.append(
      Row(
        property: property, condition: .least, format: key, arguments: [], question: .least,
        count: { elements in elements.min(by: precedes)?.number ?? -1 }))
  }

  /// Adds a row by a count over all elements, in which constants can be made before the loop.
  @inline(__always)
  mutating func add(
    _ property: PropertyKind, _ condition: ConditionKind, _ format: String,
    _ arguments: any QueryArgumentConvertible..., counting count: @escaping ([Element]) -> Int
  ) {
    rows.append(
      Row(
        property: property, condition: condition, format: format, arguments: arguments.map { $0.queryArgument },
        count: count))
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
