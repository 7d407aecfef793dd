import PredicateDatabases

/// Describes a database's query plan in words: the rows that are read, and the indexes that find them.
package struct PlanText {
  /// The names of the tables, by the aliases that the SQL uses.
  private let tables: [String: String]

  /// Describes plans of statements whose aliases mean these tables.
  package init(tables: [String: String]) { self.tables = tables }

  /// One line per step. The parts of a step are indented.
  package func lines(for plan: [PlanNode]) -> [String] {
    plan.flatMap { [words(for: $0)] + lines(for: $0.children).map { "  " + $0 } }
  }

  private func words(for node: PlanNode) -> String {
    let table = name(node.source ?? "")
    let terms = node.terms.isEmpty ? "" : " " + node.terms
    switch (node.work, node.access) {
    case (.nothing, _): return "needs no table"
    case (.scan, .index(let index)):
      return "reads all rows of \(table), in the order of the index \(index)"
        + (node.isCovering ? ", and only that" : "")
    case (.scan, _): return "reads every row of \(table)"
    case (.search, .key): return "finds rows of \(table) by their primary key\(terms)"
    case (.search, .madeIndex):
      return "creates a temporary index for this statement, and uses it to find rows of \(table)\(terms)"
    case (.search, .index(let index)):
      return "uses the index \(index) to find rows of \(table)\(terms)"
        + (node.isCovering ? ", and reads only that" : "")
    case (.search, .none): return "finds rows of \(table)\(terms)"
    case (.collect(let purpose), _):
      return "must collect all rows for \(purpose), because no index has them in this order"
    case (.listOnce, _): return "first makes a list, once:"
    case (.eachRow, _): return "for each of these rows:"
    case (.valueOnce, _): return "first computes a value, once:"
    case (.rowsFirst, _): return "first:"
    case (.other, _): return node.words
    }
  }

  /// The name of the table that an alias means. A generated alias without a table is a nested statement.
  private func name(_ alias: String) -> String {
    if let table = tables[alias] { return table }
    let isOurs = alias.first == "t" && alias.count > 1 && alias.dropFirst().allSatisfy(\.isNumber)
    return isOurs ? "what was made first" : alias
  }
}
