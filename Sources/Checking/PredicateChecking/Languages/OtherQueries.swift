/// Recognizes queries of other languages at places that only a name shows: `rowsWithPredicate:`, `var sqlPredicate: String`.
///
/// ```swift
/// OtherQueries.areText("state = :state")  // true
/// ```
enum OtherQueries {
  private static let languages = [
    "cypher", "elastic", "graphql", "jmes", "jq", "jspredicate", "jsonpath", "kql", "kusto", "lucene", "mongo", "mysql",
    "postgres", "solr", "sparql", "sql", "xpath",
  ]

  /// Whether the name of a member or a type begins with another language: `sqlPredicate`, `JQPredicate`.
  static func areNamed(_ name: String) -> Bool { languages.contains(where: name.lowercased().hasPrefix) }

  /// Whether a text has a placeholder, a word or a sign of another language outside of its quotes.
  static func areText(_ text: String) -> Bool {
    let plain = TextQuotes.unquoted(text)
    // SQL: a placeholder, a clause, a list, a function.
    if plain.contains("?")
      || plain.contains(/(?i:\b(?:IS|SELECT|WHERE|FROM)\b|\bIN\s*\(|\b(?:lower|upper|strftime|substr)\s*\()|\$\d|::/)
      || text.contains(/(?i:\bLIKE\s+'%)/)
    {
      return true
    }
    // `:name` of SQL, `status:active` of Lucene, `.a` of jq, `=~` of Kusto, `@name` and `position()` of XPath.
    return plain.contains(
      /(?:^|[\s(=<>])[:.][A-Za-z_]|\w:[A-Za-z_>]|=~|(?:^|[\s(])@(?!count|sum|avg|min|max)[a-z]|\bposition\(\)/)
  }
}
