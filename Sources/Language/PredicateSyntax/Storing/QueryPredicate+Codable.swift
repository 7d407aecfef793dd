extension QueryPredicate: Codable {
  /// Reads the exact form, within the limits that the decoder has for it (`CodingUserInfoKey.predicateLimits`), else within the standard ones.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the first issue of a text that is no predicate as its underlying error.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeTree(Self.stored)
  }

  /// Writes the exact form, one string: reading it gives an equal predicate, the types of its constants included.
  ///
  /// - Throws: `EncodingError.invalidValue` of a tree that no text says: one over the limits of the encoder (`CodingUserInfoKey.predicateLimits`, else the
  ///   standard ones), or with a `QueryExpression("year >")` in it.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeTree(self, isOverLimit: isOverLimit, exactFormat, Self.stored)
  }

  private static func stored(_ text: String, _ limits: PredicateLimits) throws(PredicateIssue) -> Self {
    try Self(format: QueryFormat(raw: text), limits: limits)
  }
}

extension QueryExpression: Codable {
  /// Reads the exact form, within the limits that the decoder has for it (`CodingUserInfoKey.predicateLimits`), else within the standard ones.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the first issue of a text that is no expression as its underlying error.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeTree(Self.stored)
  }

  /// Writes the exact form, one string.
  ///
  /// - Throws: `EncodingError.invalidValue` of an expression that no text says, as of a predicate.
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
  /// Writes a text of which reading has made the tree again: what is stored can be read, or is not stored.
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
        refusal = EncodingError.Context(codingPath: codingPath, debugDescription: "no text says this tree")
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
  /// The limits of predicates and expressions that a decoder reads and an encoder writes, a ``PredicateLimits``. Without them the standard ones
  /// hold, so that a file of somebody else costs no more than a text does.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.predicateLimits] = QueryPolicy.standardLimits  // narrower
  /// let filters = try decoder.decode([QueryPredicate].self, from: file)
  /// ```
  ///
  /// An application that stores longer predicates, lists of many constants for instance, gives both its encoder and its decoder wider ones:
  /// `PredicateLimits(sourceLength: 10_000_000)`.
  public static let predicateLimits: CodingUserInfoKey =
    // It is never nil.
    CodingUserInfoKey(rawValue: "OpenPredicate.limits").unsafelyUnwrapped
}

extension PredicateLimits {
  /// The limits of a coder. A list of constants counts as the arguments that it was, not as nodes.
  fileprivate init(ofStoredFormsIn userInfo: [CodingUserInfoKey: Any]) {
    self = userInfo[.predicateLimits] as? PredicateLimits ?? .standard
    countsListsAsArguments = true
  }
}
