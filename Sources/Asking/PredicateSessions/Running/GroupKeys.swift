import PredicateBinding
import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// The keys of a statement that groups objects.
///
/// ```swift
/// // Movie group by genre as g, each tags.name as t show count() as n, g
/// keys.columns                       // [1]
/// keys.condition(of: row, in: model, labels: [:]) // genre == "Noir" AND ANY tags.name == "war"
/// ```
package struct GroupKeys {
  private let fetch: EntityFetch
  /// The values that objects are grouped by. For `each tags.name` it is the collection `tags.name`.
  private let keys: [QueryExpression]
  private let eachKeys: Set<Int>

  /// Makes the keys of a fetch; nil if the rows of the fetch are not groups.
  package init?(_ fetch: EntityFetch, _ bound: BoundFetch) {
    guard let grouping = bound.grouping else { return nil }
    self.fetch = fetch
    eachKeys = grouping.eachKeys
    keys = fetch.groupBy.enumerated().map { position, key in
      grouping.eachKeys.contains(position) ? Self.value(of: key.expression) : key.expression
    }
  }

  /// The collection of `each tags.name`, otherwise the expression itself.
  static func value(of key: QueryExpression) -> QueryExpression {
    if case .call("each:", let arguments) = key.node, let collection = arguments.first { collection } else { key }
  }

  /// The positions of the columns that show keys, or members of keys. The other columns are computed from the objects of a group.
  package var columns: [Int] {
    fetch.columns.isEmpty ? Array(keys.indices) : fetch.columns.indices.filter { isKey(fetch.columns[$0].expression) }
  }

  private func isKey(_ expression: QueryExpression) -> Bool {
    if keys.contains(expression) || fetch.groupBy.contains(where: { $0.expression == expression }) { return true }
    guard case .keyPath(let path) = expression.node else { return false }
    return zip(fetch.groupBy, keys).contains { column, key in
      if case .key(let name) = path.first, name.hasSameScalars(as: column.name) { return true }
      guard case .keyPath(let start) = key.node, start.count < path.count else { return false }
      return start == QueryKeyPath(path.first, Array(path.rest.prefix(start.rest.count)))
    }
  }

  // MARK: Members

  /// Columns that a fetch of the groups needs in addition, after its own columns, so that its rows contain the values of all keys.
  package var hiddenColumns: [FetchedColumn] {
    guard !fetch.columns.isEmpty, !fetch.isDistinct else { return [] }
    // Each column has the key's name, not its expression. Two keys may have the same expression: `each tags.name as a, each tags.name as b`.
    return fetch.groupBy.map { FetchedColumn(key: $0.name, as: "\u{0}\($0.name)") }
  }

  /// The condition that selects the objects of a group, in addition to the statement's condition; nil if no condition can select them.
  ///
  /// - Parameters:
  ///   - row: A row with the ``hiddenColumns``.
  ///   - labels: The labels of the row's objects (``QueryBackend/labels(of:)``).
  package func condition(
    of row: [QueryValue], in model: DataModel, labels: [ObjectReference: String]
  ) -> String? {
    // A row of `show distinct` may combine several groups.
    guard !keys.isEmpty, !fetch.isDistinct, row.count >= keys.count else { return nil }
    let values = fetch.columns.isEmpty ? row.prefix(keys.count) : row.suffix(keys.count)
    let writer = ConditionText(model, labels: labels)
    let conditions = zip(keys.indices, values).map { position, value in
      (eachKeys.contains(position) ? "ANY " : "") + writer.text(of: keys[position], equals: value)
    }
    let text = conditions.joined(separator: " AND ")
    return eachKeys.isEmpty || binds(text, model) ? text : nil
  }

  private func binds(_ condition: String, _ model: DataModel) -> Bool {
    guard let predicate = PredicateParser.predicate(condition).tree else { return false }
    do throws(PredicateIssue) {
      _ = try BoundFetch(EntityFetch(fetch.entity, where: predicate), model: model, variables: [:])
      return true
    } catch {
      // The only thing that can fail is this condition, so an error means that no condition can select the group.
      return false
    }
  }
}
