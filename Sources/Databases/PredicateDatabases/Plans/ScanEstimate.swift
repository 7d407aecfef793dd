/// The number of rows that a statement will scan, estimated from its plan: the rows of the tables that it reads completely.
package struct ScanEstimate {
  /// The tables that are read completely, each once. Nil if a table is read again for each row of another table, because the number is then unknown.
  package let tables: [String]?

  package init(_ plan: [PlanNode], tables names: [String: String]) {
    var tables: [String] = []
    var isKnown = true
    func add(_ nodes: [PlanNode], isRepeated: Bool) {
      var isInLoop = false
      for node in nodes {
        let isRepeated = isRepeated || node.work == .eachRow
        // A statement that only counts rows uses the table's own name.
        if node.work == .scan, let source = node.source,
          let table = names[source] ?? names.values.first(where: { $0 == source })
        {
          if isRepeated || isInLoop { isKnown = false }
          tables.append(table)
        }
        // The following steps on the same level run for each row of this step.
        if node.work == .scan || node.work == .search || node.work == .nothing { isInLoop = true }
        add(node.children, isRepeated: isRepeated)
      }
    }
    add(plan, isRepeated: false)
    self.tables = isKnown && !tables.isEmpty ? tables : nil
  }
}
