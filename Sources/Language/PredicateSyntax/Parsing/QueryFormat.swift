/// A text of the language that a developer writes: a condition, a value, a sort key or a statement. Interpolated values become arguments.
///
/// ```swift
/// try movies.filter("year > \(minimum) AND title BEGINSWITH[c] \(prefix)")
/// try movies.filter("\(key: column) == \(value)")  // a name that is chosen at run time
/// ```
///
/// An interpolated value never becomes text, so it cannot change the meaning of the format. An interpolation inside quotes is an error, because it
/// would be a part of a string. The hint is to leave out the quotes.
///
/// A `String` does not convert to a format. With `QueryFormat(raw: text)` and `\(raw: text)` the application declares that it trusts a text.
/// Functions with the label `text:` take untrusted text, and a policy for it.
public struct QueryFormat: Sendable {
  /// The text, with `%@` or `%K` instead of each interpolation. The ranges of issues are offsets in this text.
  public private(set) var text: String
  /// The interpolated values, in their order.
  package private(set) var arguments: [QueryArgument] = []
  /// The UTF-8 offsets of the interpolations.
  package private(set) var places: [UInt32] = []

  /// A format from a variable that the application trusts: a text from its files, or a constant of another module.
  ///
  /// ```swift
  /// let saved = try QueryPredicate(QueryFormat(raw: settings.condition))
  /// ```
  public init(raw text: String) { self.text = text }
}

extension QueryFormat: ExpressibleByStringInterpolation {
  /// Collects the text and the values of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var format = QueryFormat(raw: "")

    /// An empty format with room for a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      format.text.reserveCapacity(literalCapacity + 2 * interpolationCount)
      format.arguments.reserveCapacity(interpolationCount)
      format.places.reserveCapacity(interpolationCount)
    }

    /// Text of the literal.
    public mutating func appendLiteral(_ literal: String) { format.text += literal }

    /// A value: `year > \(minimum)`. A `QueryPredicate` is a condition: `\(isRecent) AND rating > 7`.
    public mutating func appendInterpolation(_ value: some QueryArgumentConvertible) {
      format.append("%@", value.queryArgument)
    }

    /// A value that may be nil: `rating == \(rating)`.
    public mutating func appendInterpolation(_ value: (some QueryArgumentConvertible)?) {
      format.append("%@", value.queryArgument)
    }

    /// The raw value of an enum, or of another type with raw values: `status == \(Status.late)`.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
    where Value.RawValue: QueryArgumentConvertible {
      appendInterpolation(value.rawValue)
    }

    /// The raw value of an enum, or nil.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?)
    where Value.RawValue: QueryArgumentConvertible {
      appendInterpolation(value?.rawValue)
    }

    /// The raw values of enums, for IN: `status IN \([Status.late, .open])`.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: RawRepresentable>(_ values: some Sequence<Value>)
    where Value.RawValue: QueryArgumentConvertible {
      appendInterpolation(values.map(\.rawValue))
    }

    /// A property, or a path of properties, by its name: `\(key: "lentToFriend.friendName") == 'Anna'`.
    public mutating func appendInterpolation(key name: String) {
      format.append("%K", .literal(.string(name)))
    }

    /// Text of the language that the application trusts: `year > 1990 AND \(raw: rule)`.
    public mutating func appendInterpolation(raw text: String) { format.text += text }

    /// Unavailable, because the type is not a type of the language.
    @available(
      *, unavailable,
      message:
        "a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance"
    )
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(_ value: Value) {}
  }

  /// A literal without interpolations.
  public init(stringLiteral text: String) { self.text = text }

  /// A literal with interpolations.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.format }

  private mutating func append(_ specifier: String, _ argument: QueryArgument) {
    places.append(UInt32(clamping: text.utf8.count))
    arguments.append(argument)
    text += specifier
  }
}

extension QueryFormat {
  /// Reads the format with a parser.
  ///
  /// - Parameter others: Arguments for the specifiers of a format without interpolations; nil to keep specifiers as placeholders.
  func read<Tree: Sendable>(
    _ others: [any QueryArgumentConvertible]?, _ parse: (String, [any QueryArgumentConvertible]?) -> ParseResult<Tree>
  ) throws(PredicateIssue) -> Tree {
    if places.isEmpty { return try parse(text, others).getUsingAllArguments() }
    try checkPlaces()
    if let others, !others.isEmpty { throw .mixedArguments(SourceRange(Int(places[0]), Int(places[0]) + 2)) }
    return try parse(text, arguments).getUsingAllArguments()
  }

  /// Throws if an interpolation is a part of a string or of a word. Also throws if the text has specifiers that are not interpolations.
  package func checkPlaces() throws(PredicateIssue) {
    if places.isEmpty { return }
    let found = Array(text.utf8).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { base in
        LexicalTables.shared.withPointers { words, signs in
          var lexer = Lexer(base: base, count: bytes.count, words: words, signs: signs, position: 0)
          return misplaced(&lexer)
        }
      }
    }
    if let found { throw found }
  }

  private func misplaced(_ lexer: inout Lexer) -> PredicateIssue? {
    var next = 0
    while true {
      let token = lexer.next()
      if token.kind == .end { return nil }
      let first = next
      while next < places.count, places[next] < token.end { next += 1 }
      let inside = places[first..<next]
      guard let place = inside.first else {
        if token.kind == .specifier { return .mixedArguments(token.range) }
        continue
      }
      if token.kind == .specifier, place == token.start, token.end == token.start + 2 { continue }
      if token.kind == .string || token.kind == .bad && token.detail == .unterminatedString {
        return quotedInterpolation(Int(token.start)..<Int(token.end), isClosed: token.kind == .string, inside)
      }
      return .misplacedInterpolation(SourceRange(Int(place), Int(place) + 2))
    }
  }

  /// The error for an interpolation inside quotes. Its hint shows the whole string as one interpolation, without the quotes.
  private func quotedInterpolation(
    _ range: Range<Int>, isClosed: Bool, _ inside: ArraySlice<UInt32>
  ) -> PredicateIssue {
    let bytes = Array(text.utf8)
    var parts = ""
    var start = range.lowerBound + 1
    for place in inside {
      parts += String(decoding: bytes[start..<Int(place)], as: UTF8.self) + #"\(…)"#
      start = Int(place) + 2
    }
    parts += String(decoding: bytes[start..<(isClosed ? range.upperBound - 1 : range.upperBound)], as: UTF8.self)
    let mended = parts == #"\(…)"# ? parts : #"\(""# + parts + #"")"#
    let first = Int(inside.first ?? 0)
    return .quotedInterpolation(SourceRange(first, first + 2), mended)
  }
}

extension QueryFormat {
  /// The text with each value written as a constant of the language, for texts that take no arguments, such as statements. The parser reads the
  /// constant back as the same node, so a value cannot change the meaning of the text.
  ///
  /// - Parameter limit: The most bytes of the text, before values are written.
  /// - Throws: an issue for an interpolation inside quotes, and for a value without such a form: an instance, a range; `source-limit`.
  package func literalText(upTo limit: Int = .max) throws(PredicateIssue) -> String {
    if text.utf8.count > limit { throw .sourceLimit(limit, text.utf8.count) }
    try checkPlaces()
    let bytes = Array(text.utf8)
    var result = ""
    var start = 0
    for (place, argument) in zip(places, arguments) {
      let end = Int(place)
      result += String(decoding: bytes[start..<end], as: UTF8.self)
      start = end + 2
      let isKey = bytes[end + 1] == UInt8(ascii: "K")
      result += try Self.literal(argument, isKey: isKey, SourceRange(end, start))
    }
    return result + String(decoding: bytes[start...], as: UTF8.self)
  }

  private static func literal(
    _ argument: QueryArgument, isKey: Bool, _ range: SourceRange
  ) throws(PredicateIssue) -> String {
    if case .range = argument { throw .unwritableArgument("a range", range) }
    if case .predicate(let condition) = argument, !isKey {
      let text = condition.exactFormat
      guard PredicateParser.predicate(text).tree == condition else {
        throw .unwritableArgument(argument.kindName, range)
      }
      return "(\(text))"
    }
    let expression = isKey ? try QueryExpression(format: "%K", arguments: [argument]) : argument.expression()
    let text = expression.exactFormat
    guard PredicateParser.expression(text).tree == expression else {
      throw .unwritableArgument(argument.kindName, range)
    }
    if case .expression = argument { return "(\(text))" }
    return text
  }
}

extension PredicateIssue {
  fileprivate static func quotedInterpolation(_ range: SourceRange, _ mended: String) -> PredicateIssue {
    .error(
      .quotedSpecifier, range,
      "an interpolation must not be inside quotes, because it would be part of the string and not a value",
      hint: "replace the whole string with \(mended), without quotes")
  }

  fileprivate static func misplacedInterpolation(_ range: SourceRange) -> PredicateIssue {
    .error(
      .unknownSpecifier, range, #"an interpolation must be a whole value, or a whole name as in \(key: name)"#,
      hint: #"put the whole text into the interpolation, or write \(raw: text) to insert a part of the predicate"#)
  }

  fileprivate static func mixedArguments(_ range: SourceRange) -> PredicateIssue {
    .error(
      .argumentSurplus, range, "a predicate cannot mix interpolations with placeholders such as %@",
      hint: #"write \(value) in place of the placeholder"#, kind: .argumentType)
  }

  fileprivate static func unwritableArgument(_ what: String, _ range: SourceRange) -> PredicateIssue {
    .error(
      .argumentType, range, "\(what) cannot be a value in a statement",
      hint: "pass it as a variable: $name", kind: .argumentType)
  }
}
