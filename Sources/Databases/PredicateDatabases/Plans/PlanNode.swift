/// A step of how a database runs a statement, with the steps that it consists of.
package struct PlanNode: Sendable, Hashable {
  package enum Work: Sendable, Hashable {
    /// Reads a table from end to end, or by the order of an index.
    case scan
    /// Finds rows of a table.
    case search
    /// Collects rows that no index has in order or in groups, for a clause in the database's words: `ORDER BY`.
    case collect(for: String)
    case listOnce
    case valueOnce
    /// Makes rows that other steps read.
    case rowsFirst
    /// Runs its parts for each row of the steps before it.
    case eachRow
    case nothing
    case other
  }

  /// How a table's rows are reached.
  package enum Access: Sendable, Hashable {
    case key
    case index(String)
    /// An index that the database makes for the statement alone.
    case madeIndex
    /// The table itself, or a key of another kind.
    case none
  }

  package let work: Work
  /// The name that the statement has for the table; nil if the step reads none.
  package let source: String?
  package let access: Access
  /// Whether the index has all columns that the step needs.
  package let isCovering: Bool
  /// The columns whose values the search compares.
  package let soughtColumns: [String]
  /// The comparisons of a search as the database writes them, `(year>?)`; empty for none.
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
  /// The steps and all that they consist of, each before its parts.
  package var all: [PlanNode] { flatMap { [$0] + $0.children.all } }
}
