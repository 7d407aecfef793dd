import PredicateBinding
import PredicateModel
import PredicateOutput
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// The sort keys for the headers of a table. The cost is linear in the number of columns: each key is parsed separately, and all keys are bound
/// together.
struct ColumnOrder {
  private let asked: AskedStatement
  private let statement: BoundStatement
  private let shown: [StatementColumn]
  /// Whether the statement can be sorted by each of its columns.
  private let allAreSortable: Bool

  init(_ asked: AskedStatement, _ statement: BoundStatement) {
    (self.asked, self.statement) = (asked, statement)
    let content = statement.query.clauses.first { $0.kind == .show }?.content
    let shown = if case .columns(let columns, _)? = content { columns } else { [StatementColumn]() }
    self.shown = shown
    let keys = shown.indices.map { Self.parsed(Self.key(of: shown[$0], in: asked.text), asked) }
    allAreSortable =
      !keys.isEmpty && !keys.contains { $0 == nil }
      && Self.binds(statement.fetch.columns, keys.compactMap(\.self), statement)
  }

  /// The current order by a column, and the sort key that a click on its header selects. Clicks select ascending order, descending order, and no sort
  /// key (an empty text) in turn. Nil if the statement cannot be sorted by the column.
  func order(ofColumn position: Int, named name: String) -> (now: String?, next: String)? {
    guard let key = key(ofColumn: position, named: name), let own = Self.parsed(key, asked) else { return nil }
    guard allAreSortable || Self.binds(columns(neededBy: position), [own], statement) else { return nil }
    guard let first = asked.query.fetch.sortKeys.first, first.expression == own.expression else { return (nil, key) }
    return first.isAscending ? ("ascending", key + " desc") : ("descending", "")
  }

  /// A column, and the columns that it may read by their names.
  private func columns(neededBy position: Int) -> [FetchedColumn] {
    let columns = statement.fetch.columns
    guard columns.indices.contains(position), shown.count == columns.count else { return columns }
    return (0..<position).filter { shown[$0].isNamed }.map { columns[$0] } + [columns[position]]
  }

  private static func key(of column: StatementColumn, in text: String) -> String {
    column.isNamed
      ? column.column.name.asStatementName
      : text.utf8.text(at: SourceRange(column.range.lowerBound, column.range.upperBound)) ?? ""
  }

  private func key(ofColumn position: Int, named name: String) -> String? {
    if shown.indices.contains(position) { return Self.key(of: shown[position], in: asked.text) }
    let isWhole = statement.bound.grouping == nil && statement.fetch.columns.isEmpty
    if isWhole, case .relationship(let relationship)? = statement.bound.entity.member(named: name) {
      // Objects have no order, so they are sorted by their titles, otherwise by their keys.
      let destination = asked.database.model.destination(of: relationship)
      let property = destination?.titleAttribute ?? destination?.objectKey.first
      return property.map { QueryExpression.key(name, $0.name).exactFormat }
    }
    return QueryExpression.key(name).exactFormat
  }

  private static func parsed(_ key: String, _ asked: AskedStatement) -> QuerySortKey? {
    let text = "\(asked.query.entity.asStatementName) sort by \(key)"
    return AskedStatement.parser(of: asked.database).parse(text).query?.fetch.sortKeys.first
  }

  private static func binds(_ columns: [FetchedColumn], _ keys: [QuerySortKey], _ statement: BoundStatement) -> Bool {
    var fetch = statement.fetch
    (fetch.columns, fetch.sortKeys) = (columns, keys)
    do throws(PredicateIssue) {
      _ = try BoundFetch(fetch, model: statement.model, variables: [:])
      return true
    } catch {
      return false
    }
  }
}
