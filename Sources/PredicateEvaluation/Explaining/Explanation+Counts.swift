import PredicateSyntax

extension Explanation {
  /// How often each part of a predicate held of many elements: which condition leaves out how many.
  ///
  /// ```swift
  /// let counts = try movies.countParts(of: "year > 1990 AND genre == 'Noir'")
  /// counts.holds                 // 2: so many movies are found
  /// counts.parts[1].fails        // 180: so many are of another genre
  /// counts.parts[1].decidesAlone // 35: so many more movies would be found without the condition
  /// ```
  public struct Counts: Sendable, Hashable, Codable {
    /// What the part is.
    public let kind: Kind
    /// The part in the form that the language's printer writes.
    public let text: String
    /// The place in the text that the predicate was read from, in UTF-8 bytes; nil where the part was built in code.
    public let range: Range<Int>?
    /// The number of elements of which the part holds.
    public private(set) var holds = 0
    /// The number of elements of which the part is false.
    public private(set) var fails = 0
    /// The number of elements for which evaluating the part failed.
    public private(set) var failures = 0
    /// The number of elements of which the whole is false because of this part and of no part beside it.
    public private(set) var decidesAlone = 0
    /// The conditions inside.
    public private(set) var parts: [Counts]

    /// The counts of a predicate before any element.
    public init(_ predicate: QueryPredicate) {
      let (kind, conditions) = predicate.explained
      self.init(predicate, kind, conditions.map { Counts($0) })
    }

    private init(_ predicate: QueryPredicate, _ kind: Kind, _ parts: [Counts]) {
      self.kind = kind
      text = predicate.canonicalFormat
      range = predicate.offsets
      self.parts = parts
    }

    /// Adds an explanation of the same predicate.
    public mutating func add(_ explanation: Explanation) {
      add(explanation, isAlone: explanation.holds == false)
    }

    /// - Parameter isAlone: Whether the whole is false because of the parts around this one alone.
    private mutating func add(_ explanation: Explanation, isAlone: Bool) {
      switch explanation.holds {
      case true?: holds += 1
      case false?: fails += 1
      case nil: failures += 1
      }
      let isAlone = isAlone && explanation.decides
      if isAlone { decidesAlone += 1 }
      // Where a part has no answer, the whole has none without another part.
      let deciding = explanation.parts.allSatisfy { $0.holds != nil } ? explanation.parts.count { $0.decides } : 0
      for position in parts.indices {
        parts[position].add(explanation.parts[position], isAlone: isAlone && deciding == 1)
      }
    }
  }
}

// Counted by somebody who counts the objects of which a predicate holds.
extension Explanation.Counts {
  /// The counts of a predicate of which no part can fail.
  ///
  /// - Parameter count: Gives the number of objects of which a predicate holds; of all where there is none.
  package init(of predicate: QueryPredicate, count: (QueryPredicate?) throws -> Int) throws {
    let total = try count(nil)
    try self.init(predicate, total, decides: false, alone: .not(predicate), count)
  }

  /// - Parameters:
  ///   - decides: The value of the part that makes the whole false.
  ///   - alone: What holds of the objects of which the whole is false because of the part alone; nil for none.
  private init(
    _ predicate: QueryPredicate, _ total: Int, decides: Bool, alone: QueryPredicate?,
    _ count: (QueryPredicate?) throws -> Int
  ) throws {
    let (kind, conditions) = predicate.explained
    var parts: [Explanation.Counts] = []
    for position in conditions.indices {
      let others = conditions.indices.filter { $0 != position }.map { conditions[$0] }
      var aloneInside: QueryPredicate?
      if let alone {
        switch kind {
        case .not: aloneInside = alone
        case .and where !decides: aloneInside = .and([alone] + others)
        case .or where decides: aloneInside = .and([alone] + others.map { .not($0) })
        default: break
        }
      }
      parts.append(
        try Self(conditions[position], total, decides: kind == .not ? !decides : decides, alone: aloneInside, count))
    }
    self.init(predicate, kind, parts)
    holds = try count(predicate)
    fails = total - holds
    decidesAlone = try alone.map { try count($0) } ?? 0
  }
}
