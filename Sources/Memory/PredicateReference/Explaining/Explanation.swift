import PredicateValues

/// Why a predicate holds for an object or not: the result of each of its parts, and the values that it compares.
///
/// ```swift
/// let why = try QueryPredicate("year > 1990 AND genre == 'Noir'").explanation(with: movie)
/// why.parts[0].holds      // true
/// why.parts[1].decides    // true: the whole is false because of it
/// why.parts[1].values     // genre: "Drama"
/// ```
///
/// Each part is evaluated separately, so that a part has a result even if an earlier one already decided. `random()` gives each part another number. An
/// explanation holds no object of the application: it may be kept, sent and coded.
public struct Explanation: Sendable, Hashable, Codable {
  /// The kinds of a part.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// `p AND q`: the parts are the conditions.
    case and
    /// `p OR q`: the parts are the conditions.
    case or
    /// `NOT p`: the one part is the condition.
    case not
    /// A comparison, which has values and no parts.
    case comparison
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant
  }

  /// An expression of a comparison and its value for the object.
  public struct Value: Sendable {
    /// The expression as the language's printer writes it, with `YES` and `NO` for booleans.
    public let text: String
    /// The value. An object with an identity is a `.reference`.
    public let value: QueryValue

    package init(text: String, value: QueryValue) {
      self.text = text
      self.value = value
    }
  }

  /// Why a part has no answer.
  public struct Failure: Sendable, Hashable, Codable {
    /// The code of the issue: `families-differ`, `unknown-key`.
    public let code: String
    /// The message of the issue.
    public let message: String
  }

  /// The kind of the part.
  public let kind: Kind
  /// The part as the language's printer writes it, with `YES` and `NO` for booleans.
  public let text: String
  /// The place in the text that the predicate was read from, in UTF-8 bytes; nil if the part was built in code.
  public let range: Range<Int>?
  /// Whether the part holds; nil if evaluating it failed.
  public let holds: Bool?
  /// Whether the result of the whole comes from this part. The whole decides. Inside a deciding AND or OR, the conditions with the same result decide. Inside a
  /// deciding NOT, the condition with the opposite result decides.
  public let decides: Bool
  /// The values of a comparison's expressions: each one that is not a constant, and the paths in it. Objects without an identity are left out.
  public let values: [Value]
  /// Why the part has no answer; nil if it has one.
  public let failure: Failure?
  /// The conditions inside.
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
  /// The value as a constant of the language.
  var constant: QueryExpression { value.queryArgument.expression() }

  /// Whether the expressions are written alike, and the values are alike in type and content.
  public static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameScalars(as: right.text) && left.constant == right.constant
  }

  /// Hashes the text and the constant, which `==` compares.
  public func hash(into hasher: inout Hasher) {
    text.hashScalars(into: &hasher)
    hasher.combine(constant)
  }
}

extension Explanation.Failure {
  /// Why a part has no answer, by the issue that evaluating it threw.
  package init(_ issue: PredicateIssue) { self.init(code: issue.code, message: issue.message) }
}

extension Explanation {
  /// The explanation with its texts replaced, for a parser that read substitutes in the place of names.
  package func withTexts(_ text: (String) -> String) -> Explanation {
    Explanation(
      kind: kind, text: text(self.text), range: range, holds: holds, decides: decides,
      values: values.map { Value(text: text($0.text), value: $0.value) },
      failure: failure.map { Failure(code: $0.code, message: text($0.message)) },
      parts: parts.map { $0.withTexts(text) })
  }
}

extension Explanation {
  /// How many elements each part of a predicate held for: how many elements each condition excludes.
  ///
  /// ```swift
  /// let counts = try movies.countParts(of: "year > 1990 AND genre == 'Noir'")
  /// counts.holds                 // 2: so many movies are found
  /// counts.parts[1].fails        // 180: so many are of another genre
  /// counts.parts[1].decidesAlone // 35: so many more movies would be found without the condition
  /// ```
  public struct Counts: Sendable, Hashable, Codable {
    /// The kind of the part.
    public let kind: Kind
    /// The part as the language's printer writes it, with `YES` and `NO` for booleans.
    public let text: String
    /// The place in the text that the predicate was read from, in UTF-8 bytes; nil if the part was built in code.
    public let range: Range<Int>?
    /// The number of elements that the part holds for.
    public private(set) var holds = 0
    /// The number of elements that the part is false for.
    public private(set) var fails = 0
    /// The number of elements that evaluating the part failed for.
    public private(set) var failures = 0
    /// The number of elements that the whole is false for only because of this part.
    public private(set) var decidesAlone = 0
    /// The conditions inside.
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

    /// - Parameter isAlone: Whether the whole is false only because of the part around these parts.
    private mutating func add(_ explanation: Explanation, isAlone: Bool) {
      switch explanation.holds {
      case true?: holds += 1
      case false?: fails += 1
      case nil: failures += 1
      }
      let isAlone = isAlone && explanation.decides
      if isAlone { decidesAlone += 1 }
      // If a part failed, no part decides alone: without another part the whole would fail.
      let deciding = explanation.parts.allSatisfy { $0.holds != nil } ? explanation.parts.count { $0.decides } : 0
      for position in parts.indices {
        parts[position].add(explanation.parts[position], isAlone: isAlone && deciding == 1)
      }
    }
  }
}

// The counts of a database, which counts the objects that a predicate holds for.
extension Explanation.Counts {
  /// The counts of a predicate whose parts cannot fail.
  ///
  /// - Parameter count: Returns the number of objects that a predicate holds for; of all objects for nil.
  package init(of predicate: QueryPredicate, count: (QueryPredicate?) throws -> Int) throws {
    let total = try count(nil)
    try self.init(predicate, total, decides: false, alone: .not(predicate), count)
  }

  /// - Parameters:
  ///   - decides: The value of the part that makes the whole false.
  ///   - alone: The condition of the objects that the whole is false for because of the part alone; nil if there is none.
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

  /// Writes the expression, and its value in the notation of the language: `1990`, `"Alien"`, `CAST(785077800, "NSDate")`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(constant, forKey: .value)
  }
}
