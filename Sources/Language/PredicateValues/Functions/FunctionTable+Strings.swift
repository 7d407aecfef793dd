extension FunctionTable {
  static let strings: [FunctionDefinition] = [
    text("uppercase:", "A string in upper case.", "uppercase('aß') ⇒ 'ASS'") { $0.uppercased() },
    text("lowercase:", "A string in lower case.", "lowercase('ABC') ⇒ 'abc'") { $0.lowercased() },
    text(
      "canonical:", "A string in lower case and without accents, as the options [cd] compare it.",
      "canonical('Café') ⇒ 'cafe'"
    ) { canonical.fold($0) },
    text("length:", .integer, "The length of a string in UTF-16 units.", "length('abc') ⇒ 3") {
      .integer(Int64(StringSearch.length($0)))
    }.inColumns(.length),
    FunctionDefinition(
      "groupConcat:separator:", [.collection, .string], result: .string,
      documentation: "The strings of a collection, joined with a separator. Elements that are nil are left out.",
      example: "groupConcat:separator:({'a', 'b'}, '-') ⇒ 'a-b'"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let separator) = arguments[1] else { return .null }
      var parts: [String] = []
      for element in elements(arguments[0]) where !element.isNull {
        guard case .string(let part) = element else {
          throw .functionArgument("groupConcat:separator:", expected: "strings", found: element.typeDescription)
        }
        parts.append(part)
      }
      return .string(parts.joined(separator: separator))
    }.partial(),
    .unsupported("tokenize:using:", [.string, .string], "The words of a string."),
  ]

  /// The properties of strings as functions: `FUNCTION(name, "lowercaseString")`.
  static let stringProperties: [FunctionDefinition] = StringProperty.allCases
    .filter { $0 != .length }
    .map { property in
      text(property.rawValue, property.type, property.documentation, property.example) { property.value(of: $0) }
    }

  private static let canonical = StringFolding([.caseInsensitive, .diacriticInsensitive])

  private static func text(
    _ name: String, _ documentation: String, _ example: String, _ map: @escaping @Sendable (String) -> String
  ) -> FunctionDefinition {
    text(name, .string, documentation, example) { .string(map($0)) }.inColumns(.text(map))
  }

  private static func text(
    _ name: String, _ result: QueryType, _ documentation: String, _ example: String,
    _ compute: @escaping @Sendable (String) -> QueryValue
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, [.string], result: result, documentation: documentation, example: example
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let text) = arguments[0] else { return .null }
      return compute(text)
    }
  }
}

/// Functions of texts, of bytes and of displayed numbers, which Apple's systems lack.
extension FunctionTable {
  static let texts: [FunctionDefinition] = [
    FunctionDefinition(
      "substring:from:length:", [.string, .number, .number], result: .string,
      documentation:
        "A part of a text, with a given first character and length. The first character has the position 1.",
      example: "substring('Casablanca', 5, 3) ⇒ 'bla'"
    ) { arguments, _ throws(PredicateIssue) in
      try substring(arguments[0], from: arguments[1], length: arguments[2])
    },
    FunctionDefinition(
      "substring:from:", [.string, .number], result: .string,
      documentation: "The rest of a text from a given position. The first character has the position 1.",
      example: "substring('Casablanca', 5) ⇒ 'blanca'"
    ) { arguments, _ throws(PredicateIssue) in
      try substring(arguments[0], from: arguments[1], length: .integer(.max))
    },
    FunctionDefinition(
      "trim:", [.string], result: .string, documentation: "A text without the white space at its ends.",
      example: "trim('  a b ') ⇒ 'a b'"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let text) = arguments[0] else { return .null }
      return .string(trimmed(text))
    },
    FunctionDefinition(
      "replace:part:with:", [.string, .string, .string], result: .string,
      documentation: "A text in which another text replaces every occurrence of a part.",
      example: "replace('a-b-c', '-', '+') ⇒ 'a+b+c'"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let text) = arguments[0], case .string(let part) = arguments[1],
        case .string(let other) = arguments[2]
      else { return .null }
      return .string(try replaced(part, in: text, by: other))
    },
    FunctionDefinition(
      "version:", [.string], result: .string,
      documentation:
        "A text that sorts version numbers correctly: 10.9 before 10.14, 2.0b1 before 2.0. It is nil for a text without a digit.",
      example: "version('10.9') < version('10.14') ⇒ YES"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let text) = arguments[0] else { return .null }
      return VersionText.key(of: text).map { .string($0) } ?? .null
    },
    FunctionDefinition(
      "byteCount:", [.data], result: .integer, documentation: "The number of bytes of data.",
      example: "byteCount(CAST('AQI=', 'NSData')) ⇒ 2"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .data(let bytes) = arguments[0] else { return .null }
      return .integer(Int64(bytes.count))
    },
    FunctionDefinition(
      "round:places:", [.number, .number], result: { ValueArithmetic.promoted([$0[0]]) },
      documentation:
        "A number rounded to a number of decimal places, with halves away from zero. -1 rounds to tens, -2 to hundreds.",
      example: "round(2.345, 2) ⇒ 2.35"
    ) { arguments, _ throws(PredicateIssue) in
      guard let places = try ValueArithmetic.number(arguments[1]).wholePart else { return .null }
      return rounded(try ValueArithmetic.number(arguments[0]), places: Int(places))
    },
  ].map { $0.asExtension() }

  /// The `length` characters from position `start` on. Characters are scalars, and the first position is 1. Positions outside the text give no
  /// characters.
  private static func substring(
    _ value: QueryValue, from start: QueryValue, length: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    guard case .string(let text) = value, let start = try ValueArithmetic.number(start).wholePart,
      let length = try ValueArithmetic.number(length).wholePart
    else { return .null }
    let (end, isPastAll) = start.addingReportingOverflow(length)
    let first = Int(clamping: max(start, 1) - 1)
    let last = isPastAll ? (length > 0 ? Int.max : 0) : Int(clamping: max(end, 1) - 1)
    guard first < last else { return .string("") }
    let scalars = text.unicodeScalars
    guard let from = scalars.index(scalars.startIndex, offsetBy: first, limitedBy: scalars.endIndex) else {
      return .string("")
    }
    let to = scalars.index(from, offsetBy: last - first, limitedBy: scalars.endIndex) ?? scalars.endIndex
    return .string(String(scalars[from..<to]))
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Replaces all occurrences of a part, from left to right, by scalars. An empty part does not occur. Throws an issue of kind `limit` for a result
  /// of more than ``greatestLength`` bytes, because nested calls multiply the length of a text.
  private static func replaced(
    _ part: String, in text: String, by other: String
  ) throws(PredicateIssue) -> String {
    if part.isEmpty { return text }
    let length = text.withBytes { text in
      part.withBytes { part in
        var pieces = 0
        forEachPiece(of: text, between: part) { _ in pieces += 1 }
        return text.count + (pieces - 1) * (other.utf8.count - part.count)
      }
    }
    if length > max(greatestLength, text.utf8.count) { throw .textTooLong(greatestLength) }
    return text.withBytes { text in
      part.withBytes { part in
        other.withBytes { other in
          String(unsafeUninitializedCapacity: length) { result in
            var end = 0
            func write(_ bytes: UnsafeBufferPointer<UInt8>) {
              guard let target = result.baseAddress, let source = bytes.baseAddress else { return }
              (target + end).initialize(from: source, count: bytes.count)
              end += bytes.count
            }
            var isFirst = true
            forEachPiece(of: text, between: part) { piece in
              if !isFirst { write(other) }
              isFirst = false
              write(piece)
            }
            return end
          }
        }
      }
    }
  }

  /// Calls a closure with each piece of a text between the occurrences of a part. Where an occurrence begins the text, ends it, or follows another one, the
  /// piece is empty.
  private static func forEachPiece(
    of text: UnsafeBufferPointer<UInt8>, between part: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let start = text.baseAddress else { return body(text) }
    var place = 0
    while true {
      let rest = UnsafeBufferPointer(start: start + place, count: text.count - place)
      guard let found = SystemLibrary.offset(of: part, in: rest) else { return body(rest) }
      body(UnsafeBufferPointer(start: start + place, count: found))
      place += found + part.count
    }
  }

  /// The greatest length of a result of replacing, in bytes.
  private static let greatestLength = 16_777_216

  /// Rounds to decimal places. A double is rounded in its shortest decimal notation, so 2.675 becomes 2.68.
  private static func rounded(_ number: NumberValue, places: Int) -> QueryValue {
    switch number {
    case .integer(let value):
      guard places < 0 else { return .integer(value) }
      let decimal = QueryDecimal(value).rounded(places: places)
      return decimal.wholePart.map { .integer($0) } ?? .double(decimal.nearestDouble)
    case .decimal(let value):
      let decimal = value.rounded(places: places)
      return decimal.isInRange ? .decimal(decimal) : .double(decimal.nearestDouble)
    case .double(let value):
      guard let decimal = number.decimal else { return QueryValue(nilForNaN: value) }
      return .double(decimal.rounded(places: places).nearestDouble)
    }
  }
}
