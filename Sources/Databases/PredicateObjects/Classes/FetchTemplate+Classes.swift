import PredicateModel
import PredicateReference
import PredicateSyntax

extension FetchTemplate {
  /// A fetch of a class under a name. `$variables` in the condition are its parameters.
  ///
  ///     let lentTo = try FetchTemplate("lentTo", Movie.self, "lentToFriend.friendName == $name", sortedBy: "title")
  ///     let context = try ObjectContext(path: path, classes: [Movie.self, Friend.self], fetchTemplates: [lentTo])
  ///     let films = try context.fetch(Movie.self, template: "lentTo", variables: ["name": "Anna Castelli"])
  ///
  /// - Throws: A `PredicateIssue` where the condition or a sort key cannot be read.
  public init(
    _ name: String, _ type: StoredObject.Type, _ format: String? = nil, sortedBy sortKeys: QuerySortKey...,
    limit: Int? = nil
  ) throws(PredicateIssue) {
    var predicate: QueryPredicate?
    if let format { predicate = try QueryPredicate(format: format) }
    var keys: [SortKey] = []
    for key in sortKeys { keys.append(try SortKey(key)) }
    self.init(
      name: name, fetch: EntityFetch(type.entityName, where: predicate, sortedBy: keys, limit: limit))
  }
}

extension SortKey {
  /// The key of a fetch for a key that is written as text.
  ///
  /// - Throws: A `PredicateIssue` where the text is no expression, `unsupported` for an order by names as people sort them.
  init(_ key: QuerySortKey) throws(PredicateIssue) {
    if key.isLocalizedStandard {
      throw PredicateIssue.error(
        .unsupportedConstruct, nil,
        "a fetch does not sort “\(key.format)” as people sort names; sort what it finds by sorted(by:)",
        kind: .unsupported)
    }
    self.init(try QueryExpression(format: key.format), isAscending: key.isAscending, options: key.options)
  }
}
