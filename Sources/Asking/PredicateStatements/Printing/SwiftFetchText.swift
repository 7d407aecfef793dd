import PredicateModel
import PredicateSyntax

/// Writes a statement as Swift: a predicate alone, or an `EntityFetch` with all its clauses.
package struct SwiftFetchText {
  private let fetch: EntityFetch
  private let isCount: Bool

  package init(_ fetch: EntityFetch, isCount: Bool) {
    self.fetch = fetch
    self.isCount = isCount
  }

  /// The lines of code.
  package var lines: [String] {
    let lines = fetch.isPredicateAlone ? [] : [fetchText]
    if isCount { return (lines.isEmpty ? [fetchText] : lines) + ["let count = try database.count(fetch)"] }
    return lines.isEmpty ? ["let predicate = try \(Self.text(of: fetch.predicate ?? .literal(true)))"] : lines
  }

  private var fetchText: String {
    var parts = [SourceLiteral.swift(fetch.entity)]
    if let predicate = fetch.predicate { parts.append("where: \(Self.text(of: predicate))") }
    if !fetch.columns.isEmpty || !fetch.groupBy.isEmpty || fetch.having != nil {
      parts.append("columns: \(Self.text(of: fetch.columns))")
    }
    if fetch.isDistinct { parts.append("isDistinct: true") }
    if !fetch.groupBy.isEmpty { parts.append("groupBy: \(Self.text(of: fetch.groupBy))") }
    if let having = fetch.having { parts.append("having: \(Self.text(of: having))") }
    if !fetch.sortKeys.isEmpty {
      parts.append("sortedBy: [\(fetch.sortKeys.map(Self.text).joined(separator: ", "))]")
    }
    if let first = fetch.firstOfEach {
      let keys = first.keys.map { Self.text(of: $0) }
      parts.append("firstOfEach: FirstOfEach(\(first.count), of: [\(keys.joined(separator: ", "))])")
    }
    if let limit = fetch.limit { parts.append("limit: \(limit)") }
    if fetch.offset > 0 { parts.append("offset: \(fetch.offset)") }
    // `try` is needed only if a part is parsed at run time.
    let keyword = parts.contains { $0.contains("QueryPredicate(") || $0.contains("QueryExpression(") } ? "try " : ""
    return "let fetch = \(keyword)EntityFetch(\(parts.joined(separator: ", ")))"
  }

  private static func text(of predicate: QueryPredicate) -> String {
    "QueryPredicate(\(SourceLiteral.swift(predicate.plain(predicate.canonicalFormat))))"
  }

  private static func text(of expression: QueryExpression) -> String {
    "QueryExpression(\(SourceLiteral.swift(expression.plain(expression.canonicalFormat))))"
  }

  private static func text(of columns: [FetchedColumn]) -> String {
    let texts = columns.map { column in
      let value = text(of: column.expression)
      return "FetchedColumn(\(value), as: \(SourceLiteral.swift(column.name)))"
    }
    return "[\(texts.joined(separator: ", "))]"
  }

  private static let options: [(StringOptions, String)] = [
    (.caseInsensitive, ".caseInsensitive"), (.diacriticInsensitive, ".diacriticInsensitive"),
    (.normalized, ".normalized"), (.localeSensitive, ".localeSensitive"),
  ]

  private static func text(of key: QuerySortKey) -> String {
    var text = "QuerySortKey(\(Self.text(of: key.expression))"
    if !key.isAscending { text += ", isAscending: false" }
    if !key.options.isEmpty {
      let names = options.filter { key.options.contains($0.0) }.map(\.1)
      text += ", options: [\(names.joined(separator: ", "))]"
    }
    return text + ")"
  }
}

extension EntityFetch {
  /// Whether the fetch consists only of a condition.
  var isPredicateAlone: Bool {
    columns.isEmpty && groupBy.isEmpty && having == nil && sortKeys.isEmpty && firstOfEach == nil && limit == nil
      && offset == 0
  }
}
