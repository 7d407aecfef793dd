/// A step in the plan of a statement, with its substeps.
package struct PlanNode: Sendable, Hashable {
  package enum Work: Sendable, Hashable {
    /// Reads all rows of a table, perhaps in the order of an index.
    case scan
    /// Finds rows of a table.
    case search
    /// Collects rows in memory, because no index returns them in the order or the groups of a clause. The name of the clause is the database's: `ORDER BY`.
    case collect(for: String)
    case listOnce
    case valueOnce
    /// Computes rows that other steps read.
    case rowsFirst
    /// Runs its substeps for each row of the preceding steps.
    case eachRow
    case nothing
    case other
  }

  /// How a step reaches the rows of its table.
  package enum Access: Sendable, Hashable {
    case key
    case index(String)
    /// An index that the database builds for this statement and then drops.
    case madeIndex
    /// The table itself, or a key that is not an index.
    case none
  }

  package let work: Work
  /// The name of the table in the statement; nil if the step reads no table.
  package let source: String?
  package let access: Access
  /// Whether the index contains all columns that the step needs, so that the table is not read.
  package let isCovering: Bool
  /// The columns whose values the search compares.
  package let soughtColumns: [String]
  /// The comparisons of a search as the database writes them: `(year>?)`. Empty if there are none.
  package let terms: String
  /// The step in the database's own words.
  package let words: String
  package let children: [PlanNode]

  package init(
    _ work: Work, of source: String?, by access: Access, isCovering: Bool, soughtColumns: [String], terms: String,
    words: String, children: [PlanNode]
  ) {
    (self.work, self.source, self.access, self.isCovering) = (work, source, access, isCovering)
    (self.soughtColumns, self.terms, self.words, self.children) = (soughtColumns, terms, words, children)
  }
}

extension [PlanNode] {
  /// The steps and all of their substeps. Each step precedes its substeps.
  package var all: [PlanNode] { flatMap { [$0] + $0.children.all } }
}

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
