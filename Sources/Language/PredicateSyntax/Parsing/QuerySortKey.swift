/// One sort key: a value and a direction.
///
/// ```swift
/// try movies.sorted(by: "genre", .descending("rating"), .ascending("title", options: .caseInsensitive))
/// EntityFetch("Movie", sortedBy: ["year", .descending("lentToFriend.friendName")])
/// ```
///
/// Nils are first in an ascending order and last in a descending one. If the text of a key cannot be read, the function that sorts throws the error.
public struct QuerySortKey: Sendable, Hashable {
  /// The value that is compared: `year`, `lentToFriend.friendName`, `tags.@count`. A fetch also takes names of columns, and aggregates of groups.
  public var expression: QueryExpression {
    // A rewriting that changes nothing keeps the error of the text.
    didSet { if expression != oldValue { issue = nil } }
  }
  /// Whether small values are first.
  public var isAscending: Bool
  /// How strings are compared: `[c]` and `[d]` fold them, `[l]` compares them by the root collation.
  public var options: StringOptions
  /// Whether strings are compared as people sort names: by the root collation, with runs of digits as numbers. `options` then have no effect.
  /// Databases do not have this order.
  public var isLocalizedStandard: Bool
  /// The error of the text, if it cannot be read.
  private var issue: PredicateIssue?

  /// A key from an expression.
  ///
  /// - Parameters:
  ///   - expression: The value to sort by.
  ///   - isAscending: Whether small values are first.
  ///   - options: How strings are compared: `.caseInsensitive` ignores case.
  ///   - isLocalizedStandard: Whether strings are sorted as people sort names, with numbers by their value.
  public init(
    _ expression: QueryExpression, isAscending: Bool = true, options: StringOptions = [],
    isLocalizedStandard: Bool = false
  ) {
    self.expression = expression
    self.isAscending = isAscending
    self.options = options
    self.isLocalizedStandard = isLocalizedStandard
  }

  /// A key that is a path from the object to a value.
  ///
  /// - Parameters:
  ///   - keyPath: The path to the value.
  ///   - isAscending: Whether small values are first.
  ///   - options: How strings are compared: `.caseInsensitive` ignores case.
  public init(_ keyPath: QueryKeyPath, isAscending: Bool = true, options: StringOptions = []) {
    self.init(.keyPath(keyPath), isAscending: isAscending, options: options)
  }

  /// A key that is written as text.
  ///
  /// - Parameters:
  ///   - format: The value to sort by: `year`, `borrower.name`, `price * 2`.
  ///   - isAscending: Whether small values are first.
  ///   - options: How strings are compared: `.caseInsensitive` ignores case.
  ///   - isLocalizedStandard: Whether strings are sorted as people sort names, with numbers by their value.
  public init(
    _ format: QueryFormat, isAscending: Bool = true, options: StringOptions = [], isLocalizedStandard: Bool = false
  ) {
    self.init(
      reading: format, shownAs: format.text, isAscending: isAscending, options: options,
      isLocalizedStandard: isLocalizedStandard)
  }

  /// A key that is written as text.
  ///
  /// - Parameter text: The text of the key in issues: a name if the format is only a placeholder.
  package init(
    reading format: QueryFormat, shownAs text: String, isAscending: Bool = true, options: StringOptions = [],
    isLocalizedStandard: Bool = false
  ) {
    self.init(
      .unreadable(text), isAscending: isAscending, options: options, isLocalizedStandard: isLocalizedStandard)
    do throws(PredicateIssue) {
      expression = try QueryExpression(format)
    } catch {
      let message = error.withMessage("the sort key “\(text)”: \(error.text)")
      issue = Self.directionHint(text).map(message.withHint) ?? message
    }
  }

  /// The hint for keys with directions, `year desc, title`, as statements have them. Nil if the text is something else.
  private static func directionHint(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let keys = parts.compactMap { written($0.drop { $0 == " " }) }
    return keys.count == parts.count ? "write \(keys.joined(separator: ", "))" : nil
  }

  /// One key as Swift has it: `.descending("year")` for `year desc`, `"title"` for `title`. Nil if the key cannot be read.
  private static func written(_ text: Substring) -> String? {
    var (key, call) = (text, "")
    if let space = text.lastIndex(of: " "), let isAscending = directions[text[text.index(after: space)...].lowercased()]
    {
      (key, call) = (text[..<space], isAscending ? ".ascending" : ".descending")
    }
    guard PredicateParser.expression(String(key)).tree != nil else { return nil }
    let name = String(key).debugDescription
    return call.isEmpty ? name : "\(call)(\(name))"
  }

  /// The directions that may follow a key in the text of several keys.
  private static let directions = ["desc": false, "descending": false, "asc": true, "ascending": true]

  /// An ascending key: from small to large.
  ///
  /// - Parameters:
  ///   - format: The value to sort by: `year`, `borrower.name`, `price * 2`.
  ///   - options: How strings are compared: `.caseInsensitive` ignores case.
  public static func ascending(_ format: QueryFormat, options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(format, options: options)
  }

  /// A descending key: from large to small.
  ///
  /// - Parameters:
  ///   - format: The value to sort by: `year`, `borrower.name`, `price * 2`.
  ///   - options: How strings are compared: `.caseInsensitive` ignores case.
  public static func descending(_ format: QueryFormat, options: StringOptions = []) -> QuerySortKey {
    QuerySortKey(format, isAscending: false, options: options)
  }

  /// A key that sorts names as people do: “Part 9” before “Part 10”, “émile” next to “Emile”. Sorting throws an issue of kind `unsupported` if the platform
  /// has no collation.
  ///
  /// - Parameters:
  ///   - format: The value to sort by: `year`, `borrower.name`, `price * 2`.
  ///   - isAscending: Whether small values are first.
  public static func localizedStandard(_ format: QueryFormat, isAscending: Bool = true) -> QuerySortKey {
    QuerySortKey(format, isAscending: isAscending, isLocalizedStandard: true)
  }

  /// The key as text, for messages.
  package var text: String { expression.canonicalFormat }

  /// The value that is compared. Throws if the format could not be read.
  package func readExpression() throws(PredicateIssue) -> QueryExpression {
    if let issue { throw issue }
    return expression
  }
}

extension QuerySortKey: ExpressibleByStringInterpolation {
  /// An ascending key that compares strings by scalars.
  public init(stringLiteral format: String) { self.init(QueryFormat(stringLiteral: format)) }

  /// An ascending key that compares strings by scalars: `"price * \(factor)"`.
  public init(stringInterpolation: QueryFormat.StringInterpolation) {
    self.init(QueryFormat(stringInterpolation: stringInterpolation))
  }
}

extension QuerySortKey {
  /// The keys of an order in the application's own text: `try movies.sorted(by: QuerySortKey.keys(reading: "year desc, title"))`. For untrusted text there is
  /// `sorted(text:policy:)`.
  ///
  /// - Throws: the first error of a key; `operator-expected` if a key is followed by other text than a direction or a comma.
  public static func keys(
    reading text: String, limits: PredicateLimits = .standard
  ) throws(PredicateIssue) -> [QuerySortKey] {
    let bytes = Array(text.utf8)
    var keys: [QuerySortKey] = []
    var offset = 0
    var nodes = 0
    repeat {
      let (read, end) = PredicateParser.valuePrefix(
        of: text, from: offset, before: Array(directions.keys), limits: limits)
      var key = QuerySortKey(try read.get())
      nodes += key.expression.nodeCount
      if nodes > limits.nodes { throw .nodeLimit(limits.nodes, nodes, SourceRange(0, end)) }
      offset = end
      func skipSpaces() { while offset < bytes.count, ByteClass.isSpace(bytes[offset]) { offset += 1 } }
      skipSpaces()
      let word = String(decoding: bytes[offset...].prefix { ByteClass.isWord($0) }, as: UTF8.self)
      if let isAscending = directions[word.lowercased()] {
        key.isAscending = isAscending
        offset += word.utf8.count
        skipSpaces()
      }
      keys.append(key)
      if offset == bytes.count { return keys }
      guard bytes[offset] == UInt8(ascii: ",") else {
        throw .error(
          .operatorExpected, SourceRange(offset, bytes.count), "expected a comma or the end after a sort key",
          hint: "write “asc”, “desc” or a comma after a key")
      }
      offset += 1
    } while true
  }
}

extension QuerySortKey: CustomStringConvertible {
  /// The key as the sort clause of a statement writes it: `rating desc`, `title[c]`.
  public var description: String {
    let letters = options.isEmpty ? "" : "[\(options.letters)]"
    return expression.canonicalFormat + letters + (isAscending ? "" : " desc")
  }
}
