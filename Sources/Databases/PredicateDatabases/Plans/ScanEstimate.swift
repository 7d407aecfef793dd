import PredicateModel

/// How many rows a statement will look through, by SQLite's plan: as many as there are in the tables that it reads from end to end.
package struct ScanEstimate {
  /// The tables that are read whole, once each; nil where a table is read again for each row of another, so that nobody knows.
  package let tables: [String]?

  /// The estimate of a plan.
  package init(_ steps: [PlanStep], tables names: [String: String]) {
    var tables: [String] = []
    var loops: Set<Int> = []
    var repeated: Set<Int> = []
    var isKnown = true
    for step in steps {
      let words = step.detail.split(separator: " ").map(String.init)
      if repeated.contains(step.parent) || words.first == "CORRELATED" { repeated.insert(step.id) }
      let isScan = words.first == "SCAN" && words.count > 1 && names[words[1]] != nil
      if isScan, let name = names[words[1]] {
        if repeated.contains(step.id) || loops.contains(step.parent) { isKnown = false }
        tables.append(name)
      }
      // What stands behind it at the same level runs for each of its rows.
      if words.first == "SCAN" || words.first == "SEARCH" { loops.insert(step.parent) }
    }
    self.tables = isKnown && !tables.isEmpty ? tables : nil
  }
}
