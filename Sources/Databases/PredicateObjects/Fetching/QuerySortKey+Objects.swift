import PredicateModel
import PredicateSQLite

/// Sort keys by key paths of stored properties.
///
///     try context.fetch(Movie.self, sortedBy: .descending(\Movie.year), .ascending(\Movie.title))
extension QuerySortKey {
  /// An ascending key that is a property of a class.
  ///
  /// - Throws: ``StoreIssue`` `unknown-member` for a key path that reads no declared property. A longer path is text: `"borrower.name"`.
  public static func ascending<Object: StoredObject>(
    _ keyPath: PartialKeyPath<Object>
  ) throws(StoreIssue) -> QuerySortKey {
    try QuerySortKey(property: keyPath, isAscending: true)
  }

  /// A descending key that is a property of a class.
  ///
  /// - Throws: ``StoreIssue`` `unknown-member` for a key path that reads no declared property. A longer path is text: `.descending("borrower.name")`.
  public static func descending<Object: StoredObject>(
    _ keyPath: PartialKeyPath<Object>
  ) throws(StoreIssue) -> QuerySortKey {
    try QuerySortKey(property: keyPath, isAscending: false)
  }

  private init<Object: StoredObject>(
    property keyPath: PartialKeyPath<Object>, isAscending: Bool
  ) throws(StoreIssue) {
    let plan = StorePlan(DataModel(entities: [Entity(name: Object.entityName, attributes: [])]))
    let name = try ClassTable.name(of: keyPath, plan.entities[0])
    self.init(QueryExpression(property: name), isAscending: isAscending)
  }
}
