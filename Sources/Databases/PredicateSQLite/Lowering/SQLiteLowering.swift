import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// SQLite's meaning of the language, with the functions of ``SQLiteFunctions``: it has exact SQL for every construct.
package struct SQLiteLowering: SQLLowering {
  /// Whether the database stores text as UTF-8. In UTF-16, texts do not sort by their scalars.
  let isUTF8: Bool
  /// Whether texts are searched by functions that count their steps. SQLite's own function compares, in the worst case, each byte of a text with each
  /// byte of the pattern, and counts that as one step.
  var countsSteps = false
  /// Collects the columns that a statement relies on; nil if the statement may run later than it is made.
  var reliedColumns: ReliedColumns?
  let keyForms: SQLKeyForms
  package var rewrites: SQLRewrites

  /// The forms for a database whose keys compare as values.
  package init(isUTF8: Bool = true, rewrites: SQLRewrites = .sqlite) {
    self.init(isUTF8: isUTF8, keyForms: .unknown, rewrites: rewrites)
  }

  init(isUTF8: Bool, keyForms: SQLKeyForms, rewrites: SQLRewrites = .sqlite) {
    self.isUTF8 = isUTF8
    self.keyForms = keyForms
    self.rewrites = rewrites
  }

  package var dialect: any SQLDialect { SQLiteDialect(isUTF8: isUTF8) }

  package func type(of type: QueryType) -> SQLType? { type == .decimal ? nil : SQLType(type) }

  /// True only if a double is exactly the number, because a rounded double would compare differently.
  package func hasExactForm(_ decimal: QueryDecimal) -> Bool {
    decimal.wholeValue != nil || NumberOrder.compare(decimal, decimal.nearestDouble) == .equal
  }

  /// The elements of a JSON array or object as rows, with their indexes or names.
  static func elements(ofArray list: SQLExpression) -> SQLExpression { .written("json_each(\(list))", type: .shape) }

  package func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements? {
    let (tag, values) = try planner.tagged([collection], inAnyOrder: inAnyOrder)
    let list = SQLExpression.function(.elements, [tag] + values, mayBeNull: true)
    return SQLElements(.elements(Self.elements(ofArray: list))) { .function(.element, [$0], mayBeNull: true) }
  }

  // Ways through relationships

  package func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool {
    try planner.readsWholeTable(range)
  }

  package func exists(
    _ range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? {
    if let comparison = try planner.comparisonOfExtreme(range) { return comparison }
    let keys = try planner.selectOfAllRows(range) { planner, all, foreignKey throws(PredicateIssue) in
      planner.select([foreignKey], all, where: all.filter)
    }
    return keys.map { .member($0.key, of: $0.select) }
  }

  package func fold(
    _ fold: SQLFold, over range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? {
    try planner.foldOfAllRows(fold, over: range)
  }

  package func narrow(
    _ range: CoreRange, _ link: SQLStepLink, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) {
    if try planner.readsWholeTable(range) { try planner.keepSelected(range, link, in: scope) }
  }

  package func source(
    ofLongPath row: CoreRow, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) -> Int? {
    try planner.sourceOfLongPath(to: row, in: scope)
  }

  /// To read all rows SQLite chooses the smallest index, and fails if the connection lacks that index's collation.
  package func avoidsIndexes(of table: String, foundBy columns: [String], _ indexes: SQLIndexes) -> Bool {
    !indexes.areUsable(ofTable: table) && !columns.contains { indexes.begin(with: $0, of: table) }
  }
}
