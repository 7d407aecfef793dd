import PredicateBinding
import PredicateReference
import PredicateValues

/// Filtering and counting by a bound query.
extension Sequence {
  /// The elements that match the query, in their order: `try movies.filter(query)`.
  ///
  /// Elements that are not contiguous in memory (a set, a lazy view) are copied chunk by chunk.
  ///
  /// - Throws: Issues of kind `limit` or `domain`; over dynamic values also of kind `type` or `unknown-key`.
  /// - Complexity: linear in the number of elements.
  @inlinable
  @_disfavoredOverload
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Element] {
    var result: [Element] = []
    let total = underestimatedCount
    try query.forEachChunk(of: self) { elements, mask, count, position in
      query.append(elements, mask, count, to: &result, done: position &+ count, total: total)
      return true
    }
    return result
  }

  /// The number of elements that match the query. Throws the same issues as ``filter(_:)-(BoundQuery<Element>)``.
  @_disfavoredOverload
  public func count(where query: BoundQuery<Element>) throws(PredicateIssue) -> Int {
    var matches = 0
    try query.forEachChunk(of: self) { _, mask, count, _ in
      matches &+= mask.matches(count)
      return true
    }
    return matches
  }

  /// The first elements that match, at most `most`. Less than one chunk of elements is read after the last of them.
  package func filter(_ query: BoundQuery<Element>, upTo most: Int) throws(PredicateIssue) -> [Element] {
    if most == .max { return try filter(query) }
    var result: [Element] = []
    if most <= 0 { return result }
    try query.forEachChunk(of: self) { elements, mask, count, _ in
      mask.forEachRow(count) { if result.count < most { result.append(elements[$0]) } }
      return result.count < most
    }
    return result
  }

  /// The first element that matches the query, or nil: `try movies.first(where: query)`.
  ///
  /// The query reads up to 63 elements after the match. Issues of these elements are not thrown.
  ///
  /// - Throws: The issue of the first element whose evaluation fails, if no element before it matches.
  @inlinable
  @_disfavoredOverload
  public func first(where query: BoundQuery<Element>) throws(PredicateIssue) -> Element? {
    var found: Element?
    try query.forEachChunk(of: self, stopsAtFirst: true) { elements, mask, _, _ in
      if mask[0] == 0 { return true }
      found = elements[mask[0].trailingZeroBitCount]
      return false
    }
    return found
  }

  /// Whether the query holds for some element. Reads no more elements than ``first(where:)-(BoundQuery<Element>)``.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func contains(where query: BoundQuery<Element>) throws(PredicateIssue) -> Bool {
    var found = false
    try query.forEachChunk(of: self, stopsAtFirst: true) { _, mask, _, _ in
      found = mask[0] != 0
      return !found
    }
    return found
  }

  /// Whether every element matches the query: `try movies.allSatisfy(query)`. After the first element that does not match, at most one chunk of 2,048
  /// elements is read.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func allSatisfy(_ query: BoundQuery<Element>) throws(PredicateIssue) -> Bool {
    var holds = true
    try query.forEachChunk(of: self) { _, mask, count, _ in
      holds = mask.matches(count) == count
      return holds
    }
    return holds
  }
}

extension Collection {
  /// The position of the first element that matches the query, or nil. Reads no more than ``first(where:)-(BoundQuery<Element>)``.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func firstIndex(where query: BoundQuery<Element>) throws(PredicateIssue) -> Index? {
    var found: Int?
    try query.forEachChunk(of: self, stopsAtFirst: true) { _, mask, _, first in
      if mask[0] == 0 { return true }
      found = first &+ mask[0].trailingZeroBitCount
      return false
    }
    return found.map { index(startIndex, offsetBy: $0) }
  }

  /// The positions of the elements that match the query, ascending: `try movies.filterIndices(query)`.
  /// Costs less than `filter` if the elements are large, because no element is copied.
  /// Costs less than the elements themselves if these are large: nothing is copied.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @inlinable
  public func filterIndices(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Index] {
    var result: [Index] = []
    var index = startIndex
    var position = 0
    try query.forEachChunk(of: self) { _, mask, count, first in
      mask.forEachSetBit(count) { match in
        // The matches are in ascending order, so the index only moves forward.
        formIndex(&index, offsetBy: first &+ match &- position)
        position = first &+ match
        result.append(index)
      }
      return true
    }
    return result
  }
}

extension BidirectionalCollection {
  /// The last element that matches the query, or nil: `try movies.last(where: query)`. Elements are read from the end.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func last(where query: BoundQuery<Element>) throws(PredicateIssue) -> Element? {
    try reversed().first(where: query)
  }

  /// The position of the last element that matches the query, or nil: `try movies.lastIndex(where: query)`.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func lastIndex(where query: BoundQuery<Element>) throws(PredicateIssue) -> Index? {
    try reversed().firstIndex(where: query).map { index(before: $0.base) }
  }
}

extension RangeReplaceableCollection {
  /// Removes the elements that match the query: `try movies.removeAll(where: query)`. If the call throws, nothing is removed.
  ///
  /// - Complexity: linear in the number of elements.
  @_disfavoredOverload
  public mutating func removeAll(where query: BoundQuery<Element>) throws(PredicateIssue) {
    let matches = try filterIndices(query)
    if matches.isEmpty { return }
    var kept = Self()
    var next = startIndex
    for match in matches {
      kept.append(contentsOf: self[next..<match])
      next = index(after: match)
    }
    kept.append(contentsOf: self[next...])
    self = kept
  }
}

extension Sequence {
  /// The elements in groups of equal values. The groups are in the order of their first elements, and elements keep their order.
  ///
  /// ```swift
  /// for (genre, films) in try movies.grouped(by: "genre") { print(genre, films.count) }
  /// try movies.grouped(by: "year / 10 * 10")
  /// ```
  ///
  /// Values are equal as in the language: 1 and 1.0 are in one group. All elements without a value are in one group.
  ///
  /// - Parameters:
  ///   - format: The value by which elements are grouped: `genre`, `year / 10`.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the value is bound with.
  /// - Throws: the issues of reading and binding the value, and of computing it.
  /// - Complexity: linear in the number of elements.
  public func grouped(
    by format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [(key: QueryValue, elements: [Element])] {
    let elements = Array(self)
    let reader = try ElementReader<Element>(reading: options.reading)
    let expression = try QueryExpression(format, limits: options.limits)
    try variables.checkUse(by: expression.freeVariables)
    let bound = try Binder.bind(expression, to: reader.root, variables: variables, options: options)
    let plan = QueryPlan(bound, over: reader.rows, limits: options.limits)
    let values = try reader.values(by: plan, for: elements) { $0.withoutNaN }
    var places: [ValueKey: Int] = [:]
    var groups: [(key: QueryValue, elements: [Element])] = []
    for (value, element) in zip(values, elements) {
      let key = ValueKey(value)
      let place = places[key, default: groups.count]
      if place == groups.count {
        places[key] = place
        groups.append((value, []))
      }
      groups[place].elements.append(element)
    }
    return groups
  }
}
