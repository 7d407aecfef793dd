import PredicateModel
import PredicateSyntax

/// What stands behind `sort by`: keys with commas between them, each perhaps with options and a direction.
extension StatementReading {
  mutating func sortKeys() -> [SortKey] {
    var keys: [SortKey] = []
    repeat {
      if let key = sortKey() { keys.append(key) }
    } while tokens.take(mark: ",")
    if let token = tokens.next, !tokens.isAtEnd, ClauseKind(token) == nil {
      fail(Self.unexpected(tokens, after: "the sort clause", allowsWhere: false, words: ["desc", "asc"]))
    }
    return keys
  }

  private mutating func sortKey() -> SortKey? {
    guard let value = value(.sort, missing: { .sortKeyExpected(found: $0, range: $1) }) else { return nil }
    if case .literal = value.expression.node {
      failLater(.sortKeyExpected(found: tokens.text(value.range), range: value.expression.range, kind: .type))
    }
    var key = SortKey(value.expression)
    takeOptions(value.range, of: &key)
    if tokens.take("desc", "descending") {
      key.isAscending = false
    } else {
      _ = tokens.take("asc", "ascending")
    }
    return key
  }

  /// `title[cd]` is the index `cd` of `title` to the language, and two options of a sort key to a statement.
  private mutating func takeOptions(_ range: Range<Int>, of key: inout SortKey) {
    guard case .index(let base, .expression(let letters)) = key.expression.node,
      Int(key.expression.range.upperBound) == range.upperBound,
      case .keyPath(let path) = letters.node, path.rest.isEmpty, case .key(let name) = path.first
    else { return }
    var options: StringOptions = []
    for (position, letter) in name.lowercased().utf8.enumerated() {
      guard let option = StringOptions(letter: letter) else {
        let start = Int(letters.range.lowerBound)
        let bracket = tokens.bytes[..<start].lastIndex(of: UInt8(ascii: "[")) ?? start
        return failLater(.sortOptions(SourceRange(bracket, start + position + 1)))
      }
      options.insert(option)
    }
    key.expression = base
    key.options = options
  }
}
