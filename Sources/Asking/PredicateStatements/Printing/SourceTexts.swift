import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

extension BoundStatement {
  /// The fetch with date and UUID literals in place of the texts that the binder reads as dates and UUIDs: `lentOn > "2026-01-01"` becomes `lentOn >
  /// CAST(788918400.0, "NSDate")`. Other systems do not read texts as dates or UUIDs. Throws the errors of reading a text.
  package func fetchWithWrittenLiterals() throws -> EntityFetch {
    var bytes = Array(query.text.utf8)
    // The range of a note is that of a literal, or of a list of literals.
    let places = bound.notes.filter { $0.has(.stringReadAsDate) || $0.has(.stringReadAsUUID) }.compactMap(\.range)
    let literals = SourceToken.all(in: bytes, from: 0).filter { token in
      token.kind == .string
        && places.contains { $0.lowerBound <= token.range.lowerBound && $0.upperBound >= token.range.upperBound }
    }
    if literals.isEmpty { return fetch }
    // The last literal is replaced first, so that the ranges of earlier ones stay valid.
    for token in literals.reversed() {
      let expression = try QueryExpression(format: QueryFormat(raw: token.text))
      guard case .literal(.string(let text)) = expression.node else { continue }
      // No text is both a date and a UUID.
      let value = ISODate.parse(text).map { QueryLiteral.date($0) } ?? QueryUUID(text).map { .uuid($0) }
      guard let value else { continue }
      bytes.replaceSubrange(token.range, with: QueryExpression.literal(value).exactFormat.utf8)
    }
    let parser = StatementParser(model: model, currentEntity: query.entity, placeCondition: query.placeCondition)
    guard case .query(let written) = try parser.parse(String(decoding: bytes, as: UTF8.self), from: query.start).get()
    else {
      return fetch
    }
    var result = written.fetch
    // A column without `as` keeps the name from before the replacement.
    for (place, column) in fetch.columns.enumerated() { result.columns[place].name = column.name }
    for (place, column) in fetch.groupBy.enumerated() { result.groupBy[place].name = column.name }
    return result
  }
}

extension String {
  /// The text of a predicate or value, with calls in plain notation: `running(sum(total))` for `running:(sum:(total))`.
  ///
  /// - Parameter isMeant: Whether a text has the same meaning as this one. If the text in plain notation has another meaning, the original text is returned.
  func withPlainCalls(_ isMeant: (String) -> Bool) -> String {
    var bytes = Array(utf8)
    let tokens = SourceToken.all(in: bytes, from: 0)
    // The last call is replaced first, so that the ranges of earlier ones stay valid.
    for (name, mark) in zip(tokens, tokens.dropFirst()).reversed()
    where name.kind == .word && mark.isMark("(") && name.text.utf8.firstIndex(of: 0x3A) == name.text.utf8.indices.last {
      bytes.remove(at: name.range.upperBound - 1)
    }
    let plain = String(decoding: bytes, as: UTF8.self)
    return plain != self && isMeant(plain) ? plain : self
  }
}

extension QueryExpression {
  /// A text of this value, with calls in plain notation.
  func plain(_ form: String) -> String { form.withPlainCalls { PredicateParser.expression($0).tree == self } }
}

extension QueryPredicate {
  /// A text of this condition, with calls in plain notation.
  func plain(_ form: String) -> String { form.withPlainCalls { PredicateParser.predicate($0).tree == self } }
}

/// Writes texts as literals of programming languages.
enum SourceLiteral {
  /// A text as a Swift literal. It is a raw literal if that saves escapes.
  static func swift(_ text: String) -> String {
    let needsEscapes = text.unicodeScalars.contains { $0.value < 0x20 }
    if text.utf8.contains(where: { "\"\\".utf8.contains($0) }), !needsEscapes {
      var marks = "#"
      while text.contains("\"" + marks) || text.contains("\\" + marks) { marks += "#" }
      return "\(marks)\"\(text)\"\(marks)"
    }
    return escaped(text, controls: { "\\u{" + String($0, radix: 16) + "}" })
  }

  /// A text as an Objective-C literal: `@"…"`.
  static func objectiveC(_ text: String) -> String {
    // Control characters have three octal digits, because a hexadecimal escape would include any hexadecimal digit that follows it.
    "@"
      + escaped(text) { control in
        let digits = String(control, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
  }

  private static func escaped(_ text: String, controls: (UInt32) -> String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case _ where scalar.value < 0x20: controls(scalar.value)
      default: nil
      }
    }
    return "\"" + escaped + "\""
  }
}
