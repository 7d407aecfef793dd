import PredicateValues

/// Explains why a predicate holds for an object or not: the result of each part, and the values that the part compares.
///
/// ```swift
/// let why = try QueryPredicate("year > 1990 AND genre == 'Noir'").explanation(with: movie)
/// why.parts[0].holds      // true
/// why.parts[1].decides    // true: the whole is false because of it
/// why.parts[1].values     // genre: "Drama"
/// ```
///
/// Each part is evaluated separately, so a part has a result even if an earlier part already decided. `random()` gives a different number for each
/// part. An explanation contains no object of the application, so it may be kept, sent and encoded.
public struct Explanation: Sendable, Hashable, Codable {
  /// The kinds of a part.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// `p AND q`. The parts are the conditions.
    case and
    /// `p OR q`. The parts are the conditions.
    case or
    /// `NOT p`. The only part is the condition.
    case not
    /// A comparison. It has values, but no parts.
    case comparison
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant
  }

  /// An expression of a comparison, and its value for the object.
  public struct Value: Sendable {
    /// The expression as the printer writes it, with `YES` and `NO` for booleans.
    public let text: String
    /// The value. An object with an identity is a `.reference`.
    public let value: QueryValue

    package init(text: String, value: QueryValue) {
      self.text = text
      self.value = value
    }
  }

  /// The reason why a part has no answer.
  public struct Failure: Sendable, Hashable, Codable {
    /// The code of the issue: `families-differ`, `unknown-key`.
    public let code: String
    /// The message of the issue.
    public let message: String
  }

  /// The kind of the part.
  public let kind: Kind
  /// The part as the printer writes it, with `YES` and `NO` for booleans.
  public let text: String
  /// The range of the part in the text of the predicate, in UTF-8 offsets; nil if the part was built in code.
  public let range: Range<Int>?
  /// Whether the part holds; nil if evaluating it failed.
  public let holds: Bool?
  /// Whether the result of the whole predicate comes from this part. The whole predicate decides. In an AND or OR that decides, the conditions with
  /// the same result decide. In a NOT that decides, the condition decides if it has the opposite result.
  public let decides: Bool
  /// The values of a comparison's expressions: of each expression that is not a constant, and of the paths inside it. Objects without an identity are
  /// left out.
  public let values: [Value]
  /// The reason why the part has no answer; nil if it has one.
  public let failure: Failure?
  /// The conditions inside the part.
  public let parts: [Explanation]
}

/// The explanation as text: `print(explanation)`.
extension Explanation: CustomStringConvertible {
  /// One line for each part: its answer, its text, and the values that it compares.
  public var description: String { lines(indent: "").joined(separator: "\n") }

  private func lines(indent: String) -> [String] {
    let answer = holds.map { $0 ? "YES" : "NO " } ?? "?  "
    let found = values.map { "\($0.text): \($0.value.shownWithQuotes)" }.joined(separator: ", ")
    let reason = failure.map { ": \($0.message)" } ?? (found.isEmpty ? "" : "  (\(found))")
    return ["\(indent)\(answer) \(text)\(reason)"] + parts.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension Explanation.Value: Hashable {
  /// The value, as a constant of the language.
  var constant: QueryExpression { value.queryArgument.expression() }

  /// Whether both expressions have the same text, and both values have the same type and content.
  public static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameScalars(as: right.text) && left.constant == right.constant
  }

  /// Hashes the text and the constant.
  public func hash(into hasher: inout Hasher) {
    text.hashScalars(into: &hasher)
    hasher.combine(constant)
  }
}

extension Explanation.Failure {
  /// The reason why a part has no answer, from the issue that its evaluation threw.
  package init(_ issue: PredicateIssue) { self.init(code: issue.code, message: issue.message) }
}

extension Explanation {
  /// The explanation with its texts replaced. It is used if the parser read substitutes instead of the original names.
  package func withTexts(_ text: (String) -> String) -> Explanation {
    Explanation(
      kind: kind, text: text(self.text), range: range, holds: holds, decides: decides,
      values: values.map { Value(text: text($0.text), value: $0.value) },
      failure: failure.map { Failure(code: $0.code, message: text($0.message)) },
      parts: parts.map { $0.withTexts(text) })
  }
}

extension Explanation {
  /// For each part of a predicate, the number of elements that meet the part, and the number that the part excludes.
  ///
  /// ```swift
  /// let counts = try movies.partCounts(of: "year > 1990 AND genre == 'Noir'")
  /// counts.holds                 // 2: so many movies are found
  /// counts.parts[1].fails        // 180: so many are of another genre
  /// counts.parts[1].decidesAlone // 35: so many more movies would be found without the condition
  /// ```
  public struct Counts: Sendable, Hashable, Codable {
    /// The kind of the part.
    public let kind: Kind
    /// The part as the printer writes it, with `YES` and `NO` for booleans.
    public let text: String
    /// The range of the part in the text of the predicate, in UTF-8 offsets; nil if the part was built in code.
    public let range: Range<Int>?
    /// The number of elements that meet the part.
    public private(set) var holds = 0
    /// The number of elements that do not meet the part.
    public private(set) var fails = 0
    /// The number of elements whose evaluation failed in the part.
    public private(set) var failures = 0
    /// The number of elements that only this part excludes: without the part, they would meet the whole predicate.
    public private(set) var decidesAlone = 0
    /// The conditions inside the part.
    public private(set) var parts: [Counts]

    /// The counts of a predicate, all 0.
    public init(_ predicate: QueryPredicate) {
      let (kind, conditions) = predicate.explained
      self.init(predicate, kind, conditions.map { Counts($0) })
    }

    private init(_ predicate: QueryPredicate, _ kind: Kind, _ parts: [Counts]) {
      self.kind = kind
      text = predicate.shownFormat
      range = predicate.offsets
      self.parts = parts
    }

    /// Adds an explanation of the same predicate.
    public mutating func add(_ explanation: Explanation) {
      add(explanation, isAlone: explanation.holds == false)
    }

    /// - Parameter isAlone: Whether the whole predicate is false only because of this part.
    private mutating func add(_ explanation: Explanation, isAlone: Bool) {
      switch explanation.holds {
      case true?: holds += 1
      case false?: fails += 1
      case nil: failures += 1
      }
      let isAlone = isAlone && explanation.decides
      if isAlone { decidesAlone += 1 }
      // If the evaluation of a part failed, no other part decides the result by itself, because the whole predicate would fail without that other part.
      let deciding = explanation.parts.allSatisfy { $0.holds != nil } ? explanation.parts.count { $0.decides } : 0
      for position in parts.indices {
        parts[position].add(explanation.parts[position], isAlone: isAlone && deciding == 1)
      }
    }
  }
}

// The counts for a database. The database counts the objects that meet a predicate.
extension Explanation.Counts {
  /// The counts of a predicate whose parts cannot fail.
  ///
  /// - Parameter count: Returns the number of objects that meet a predicate, or the number of all objects for nil.
  package init(of predicate: QueryPredicate, count: (QueryPredicate?) throws -> Int) throws {
    let total = try count(nil)
    try self.init(predicate, total, decides: false, alone: .not(predicate), count)
  }

  /// - Parameters:
  ///   - decides: The result of the part that makes the whole predicate false.
  ///   - alone: The condition of the objects that only this part excludes; nil if there are no such objects.
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

extension Explanation.Value: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, value
  }

  /// Reads the expression and its value, which is a constant of the language.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the value is not a constant.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    let constant = try container.decode(QueryExpression.self, forKey: .value)
    do throws(PredicateIssue) {
      value = try constant.valueByReference(with: .null)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath + [CodingKeys.value], debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes the expression, and its value as a constant of the language: `1990`, `"Alien"`, `CAST(785077800, "NSDate")`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(constant, forKey: .value)
  }
}
