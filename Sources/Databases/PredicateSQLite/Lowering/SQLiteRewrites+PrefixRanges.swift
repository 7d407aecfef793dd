import PredicateSQL
import PredicateValues

/// `BEGINSWITH` as a range of texts, which an index finds. Without the rewrite a Swift function tests each text.
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

  /// `x BEGINSWITH "ab"` as the range from "ab" to before "ac", which an index finds. The text of the statement is the same for
  /// a prefix without a greater string: its end is a blob.
  private func prefix(_ value: SQLExpression, _ text: String) -> SQLExpression {
    let lower = SQLExpression.compare(.greaterOrEqual, value.comparedByScalars, .parameter(.string(text)))
    // SQLite orders bytes after every text.
    let end = Self.successor(ofPrefix: text).map { QueryValue.string($0) } ?? .data([])
    return .all([lower, .compare(.less, value.comparedByScalars, .parameter(end))])
  }

  /// `x BEGINSWITH[c] "ab"` as the range without case from "ab" on. A text whose first characters are ASCII, one more than the prefix has,
  /// begins with the prefix or is out of the range. All other texts come later in the order, and the function tests them. Nil if this does not
  /// apply.
  ///
  /// If the prefix is not all ASCII, its ASCII front bounds the range, and the function tests every text in the range: the statement's text
  /// is the same for all prefixes.
  private func foldedPrefix(_ value: SQLExpression, _ text: String, _ own: SQLExpression) -> SQLExpression? {
    guard dialect.ordersStringsByScalars else { return nil }
    var value = value
    if let column = value.read.flatMap(bareText) { value = column }
    guard case .column = value.node else { return nil }
    var start = String(decoding: text.utf8.prefix { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    // SQLite could convert the text to a number when it compares it with a column of numbers. The empty text is before every other text.
    if Self.looksLikeNumber(.string(start)) { start = "" }
    let end = !start.isEmpty && start.utf8.count == text.utf8.count ? start + "\u{80}" : start
    let lower = SQLExpression.compare(.greaterOrEqual, value.withoutCase, .parameter(.string(start)))
    let upper = SQLExpression.compare(.less, value.withoutCase, .parameter(.string(end)))
    return .all([lower, .any([upper, own])])
  }

  /// The bounds of a range of prefixes: `/` and `0`.
  private static func bounds(ofPrefix text: String) -> [QueryValue] {
    [.string(text)] + (successor(ofPrefix: text).map { [.string($0)] } ?? [])
  }

  /// The least string that is greater than every string with the prefix; nil if no string is.
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

  /// The next scalar. After U+D7FF that is U+E000: the code points between them are not scalars.
  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(scalar.value + 1)
  }
}

extension SQLExpression {
  /// The text compared by bytes without the case of ASCII letters, up to a NUL. Bytes outside ASCII are greater than all ASCII bytes.
  fileprivate var withoutCase: SQLExpression {
    .written("\(self, .primary) COLLATE NOCASE", type: .string)
  }
}
