extension QueryPredicate: Codable {
  /// Reads the exact form. The limits are those in the decoder's `CodingUserInfoKey.predicateLimits`, otherwise the standard limits.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not a predicate. The underlying error is the first issue.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeTree(Self.stored)
  }

  /// Writes the exact form as one string. Reading it gives an equal predicate, with constants of the same types.
  ///
  /// - Throws: `EncodingError.invalidValue` for a tree that cannot be read back: a tree over the encoder's limits
  ///   (`CodingUserInfoKey.predicateLimits`, otherwise the standard limits), or a tree that contains an unreadable expression such as
  ///   `QueryExpression("year >")`.
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
        let reason = "the predicate nests too deep or is too large"
        refusal = EncodingError.Context(codingPath: codingPath, debugDescription: reason)
      } else if try read(text, PredicateLimits(ofStoredFormsIn: userInfo)) != tree {
        refusal = EncodingError.Context(codingPath: codingPath, debugDescription: "no text is read as this tree")
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
