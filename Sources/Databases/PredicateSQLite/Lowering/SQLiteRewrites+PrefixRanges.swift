import PredicateSQL
import PredicateValues

/// `BEGINSWITH` as a range of texts, which an index finds. Without this rewrite a Swift function tests each text.
extension SQLRewriter {
  /// A test for a prefix as a range; nil for every other condition, and if no range is equivalent.
  package func prefixRange(_ condition: SQLExpression, _ place: Place) -> SQLExpression? {
    guard rewrites.contains(.prefixRanges), case .function(.beginsWith, let arguments) = condition.node,
      arguments.count == 3, case .parameter(let pattern) = arguments[1].node, let text = pattern.text, !text.isEmpty,
      case .integer(let options) = arguments[2].node
    else { return nil }
    let value = arguments[0]
    if options != 0 {
      let folding = StringFolding(StringOptions(rawValue: UInt8(options)))
      return place.isInsideValue || !folding.foldsCase ? nil : foldedPrefix(value, text, condition)
    }
    guard dialect.ordersStringsByScalars else { return nil }
    if case .column = value.node { return prefix(value, text) }
    if let column = value.read.flatMap(bareText) { return prefix(column, text) }
    guard !place.isTested, let read = value.indexedRead,
      let bare = bareColumn(of: read, besides: Self.bounds(ofPrefix: text))
    else {
      return nil
    }
    return ordered(.all([prefix(bare, text), condition]))
  }

  /// `x BEGINSWITH "ab"` as the range from "ab" up to, but not including, "ac". If no string is greater than all strings with the prefix, the upper
  /// bound is a blob, so that the text of the statement is the same.
  private func prefix(_ value: SQLExpression, _ text: String) -> SQLExpression {
    let lower = SQLExpression.compare(.greaterOrEqual, value.comparedByScalars, .parameter(.string(text)))
    // A blob is a possible bound, because SQLite sorts bytes after every text.
    let end = Self.successor(ofPrefix: text).map { QueryValue.string($0) } ?? .data([])
    return .all([lower, .compare(.less, value.comparedByScalars, .parameter(end))])
  }

  /// `x BEGINSWITH[c] "ab"` as a range that ignores case, from "ab" on. If the first characters of a text are ASCII, one more than the prefix has,
  /// then the text is in the range exactly if it begins with the prefix. All other texts sort after them, and the function tests them. Nil if this
  /// does not apply.
  ///
  /// If only the front of the prefix is ASCII, the front bounds the range, and the function tests every text in the range. So the statement's text is
  /// the same for all prefixes.
  private func foldedPrefix(_ value: SQLExpression, _ text: String, _ own: SQLExpression) -> SQLExpression? {
    guard dialect.ordersStringsByScalars else { return nil }
    var value = value
    if let column = value.read.flatMap(bareText) { value = column }
    guard case .column = value.node else { return nil }
    var start = String(decoding: text.utf8.prefix { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    // If the bound looks like a number, the empty text is used, which precedes every other text. Otherwise SQLite could convert the bound when it
    // compares it with a column of numbers.
    if Self.looksLikeNumber(.string(start)) { start = "" }
    let end = !start.isEmpty && start.utf8.count == text.utf8.count ? start + "\u{80}" : start
    let lower = SQLExpression.compare(.greaterOrEqual, value.withoutCase, .parameter(.string(start)))
    let upper = SQLExpression.compare(.less, value.withoutCase, .parameter(.string(end)))
    return .all([lower, .any([upper, own])])
  }

  /// The bounds of the range of texts with a prefix: `/` and `0` for `/`.
  private static func bounds(ofPrefix text: String) -> [QueryValue] {
    [.string(text)] + (successor(ofPrefix: text).map { [.string($0)] } ?? [])
  }

  /// The least string that is greater than every string with the prefix; nil if there is none.
  package static func successor(ofPrefix text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      guard let next = successor(of: last) else { continue }
      var result = String.UnicodeScalarView(scalars)
      result.append(next)
      return String(result)
    }
    return nil
  }

  /// The next scalar. After U+D7FF it is U+E000, because the code points between them are not scalars.
  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(scalar.value + 1)
  }
}

extension SQLExpression {
  /// The text, compared by bytes while ignoring the case of ASCII letters, up to a NUL. Bytes outside of ASCII are greater than all ASCII bytes.
  fileprivate var withoutCase: SQLExpression {
    .written("\(self, .primary) COLLATE NOCASE", type: .string)
  }
}
