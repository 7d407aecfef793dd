extension QueryPredicate: Codable {
  /// Reads the exact form. The limits are those in the decoder's `CodingUserInfoKey.predicateLimits`, otherwise the standard limits.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not a predicate. The underlying error is the first issue.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeTree(Self.stored)
  }

  /// Writes the exact form as one string. Reading it gives an equal predicate, with constants of the same types.
  ///
  /// - Throws: `EncodingError.invalidValue` if the text cannot be parsed again. The tree may exceed the encoder's limits
  ///   (`CodingUserInfoKey.predicateLimits`, otherwise the standard limits), or contain an unreadable expression such as `QueryExpression("year >")`.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeTree(self, isOverLimit: isOverLimit, exactFormat, Self.stored)
  }

  private static func stored(_ text: String, _ limits: PredicateLimits) throws(PredicateIssue) -> Self {
    try Self(format: QueryFormat(raw: text), limits: limits)
  }
}

extension QueryExpression: Codable {
  /// Reads the exact form. The limits are those in the decoder's `CodingUserInfoKey.predicateLimits`, otherwise the standard limits.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not an expression. The underlying error is the first issue.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeTree(Self.stored)
  }

  /// Writes the exact form as one string.
  ///
  /// - Throws: `EncodingError.invalidValue` for an expression that cannot be read back, as for a predicate.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeTree(self, isOverLimit: isOverLimit, exactFormat, Self.stored)
  }

  private static func stored(_ text: String, _ limits: PredicateLimits) throws(PredicateIssue) -> Self {
    try Self(format: QueryFormat(raw: text), limits: limits)
  }
}

extension Decoder {
  fileprivate func decodeTree<Tree>(
    _ read: (String, PredicateLimits) throws(PredicateIssue) -> Tree
  ) throws -> Tree {
    let text = try singleValueContainer().decode(String.self)
    let limits = PredicateLimits(ofStoredFormsIn: userInfo)
    do throws(PredicateIssue) {
      return try read(text, limits)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
    }
  }
}

extension Encoder {
  /// Writes the text. Before that, it reads the text and compares the trees, so every stored text can be read.
  fileprivate func encodeTree<Tree: Equatable>(
    _ tree: Tree, isOverLimit: Bool, _ text: String,
    _ read: (String, PredicateLimits) throws(PredicateIssue) -> Tree
  ) throws {
    var refusal: EncodingError.Context?
    do throws(PredicateIssue) {
      if isOverLimit {
        let reason = "the predicate is too large or nests too deep to be stored"
        refusal = EncodingError.Context(codingPath: codingPath, debugDescription: reason)
      } else if try read(text, PredicateLimits(ofStoredFormsIn: userInfo)) != tree {
        refusal = EncodingError.Context(
          codingPath: codingPath,
          debugDescription: "the predicate cannot be stored, because parsing its text would not give the same tree")
      }
    } catch {
      refusal = EncodingError.Context(
        codingPath: codingPath, debugDescription: error.description, underlyingError: error)
    }
    if let refusal { throw EncodingError.invalidValue(tree, refusal) }
    var container = singleValueContainer()
    try container.encode(text)
  }
}

extension CodingUserInfoKey {
  /// The ``PredicateLimits`` for predicates and expressions that a decoder reads or an encoder writes. Without it the standard limits apply, so a
  /// file of unknown origin costs no more than a text does.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.predicateLimits] = QueryPolicy.standardLimits  // narrower
  /// let filters = try decoder.decode([QueryPredicate].self, from: file)
  /// ```
  ///
  /// An application that stores longer predicates, for instance with long lists of constants, gives wider limits to its encoder and its decoder:
  /// `PredicateLimits(sourceLength: 10_000_000)`.
  public static let predicateLimits: CodingUserInfoKey =
    // The initialiser never returns nil.
    CodingUserInfoKey(rawValue: "OpenPredicate.limits").unsafelyUnwrapped
}

extension PredicateLimits {
  /// The limits in the user info of a coder. A stored list of constants counts as few nodes as the argument from which it was made.
  fileprivate init(ofStoredFormsIn userInfo: [CodingUserInfoKey: Any]) {
    self = userInfo[.predicateLimits] as? PredicateLimits ?? .standard
    countsListsAsArguments = true
  }
}

/// Encoded as `{"by": "hiredOn", "descending": true, "options": 3}`. Values that equal the defaults are left out.
extension QuerySortKey: Codable {
  private enum Key: String, CodingKey, CaseIterable { case by, descending, options, localized }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` at an unknown key, and for a text that is not a value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(
      container[.by], isAscending: !container[.descending, usual: false], options: container[.options, usual: []],
      isLocalizedStandard: container[.localized, usual: false])
  }

  /// Writes the value to sort by. Also writes the descending order, the options and the localized order if they differ from the defaults.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.by: expression, .descending: (!isAscending).ifTrue, .options: options.isEmpty ? nil : options,
      .localized: isLocalizedStandard.ifTrue,
    ])
  }
}

extension PredicateLimits: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case nesting, sourceLength, nodes, arguments, regularExpressionSteps, visitedElements
  }

  /// Reads what ``encode(to:)`` writes. A missing limit has its standard value.
  ///
  /// - Throws: `DecodingError` at an unknown key and at a negative number.
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder, usual: .standard)
  }

  /// Reads limits. A missing limit has the value in `usual`. A limit above its maximum is reduced to the maximum.
  package init(from decoder: any Decoder, usual: PredicateLimits) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      nesting: try container.decodeCountIfPresent(forKey: .nesting) ?? usual.nesting,
      sourceLength: try container.decodeCountIfPresent(forKey: .sourceLength) ?? usual.sourceLength,
      nodes: try container.decodeCountIfPresent(forKey: .nodes) ?? usual.nodes,
      arguments: try container.decodeCountIfPresent(forKey: .arguments) ?? usual.arguments,
      regularExpressionSteps: try container.decodeCountIfPresent(forKey: .regularExpressionSteps)
        ?? usual.regularExpressionSteps,
      visitedElements: try container.decodeCountIfPresent(forKey: .visitedElements) ?? usual.visitedElements)
  }

  /// Writes all limits: `{"nesting": 64, "sourceLength": 4000, …}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(nesting, forKey: .nesting)
    try container.encode(sourceLength, forKey: .sourceLength)
    try container.encode(nodes, forKey: .nodes)
    try container.encode(arguments, forKey: .arguments)
    try container.encode(regularExpressionSteps, forKey: .regularExpressionSteps)
    try container.encode(visitedElements, forKey: .visitedElements)
  }
}

extension ComparisonOperator: Codable {
  /// Reads the spelling: `==`, `BEGINSWITH`, or the name of a custom selector with its colon.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not an operator.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let found = Self(spelling: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no operator “\(text)”")
    }
    self = found
  }

  /// Encodes the operator's spelling: `==`, `BEGINSWITH`, or the name of a custom selector with its colon.
  ///
  /// - Throws: `EncodingError.invalidValue` for a custom selector whose name cannot be written in a format.
  public func encode(to encoder: any Encoder) throws {
    guard Self(spelling: spelling) == self else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "no format names the selector “\(spelling)”"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(spelling)
  }

  private init?(spelling: String) {
    if spelling.utf8.last == UInt8(ascii: ":") {
      let parts = spelling.unicodeScalars.dropLast().split(separator: ":", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ Identifier.isOne(String($0)) }) else { return nil }
      self = .selector(spelling)
      return
    }
    let entry = OperatorTable.entries.first { $0.class == .comparison && $0.spelling.hasSameScalars(as: spelling) }
    guard let found = entry.flatMap({ ComparisonOperator($0.kind) }) else { return nil }
    self = found
  }
}

extension StringOptions: Codable {
  /// Reads the bits: `3` for `[cd]`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a bit is not an option.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(rawValue: try container.decode(UInt8.self))
    let known = Self.lettered.reduce(into: StringOptions()) { $0.formUnion($1.option) }
    if !known.isSuperset(of: self) {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "the string options \(rawValue) do not exist. The greatest possible value is \(known.rawValue)")
    }
  }

  /// Writes the bits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
