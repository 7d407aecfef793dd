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
  /// - Throws: A `PredicateIssue` if the condition or a sort key cannot be parsed.
  public init(
    _ name: String, _ type: StoredObject.Type, _ format: QueryFormat? = nil, sortedBy sortKeys: QuerySortKey...,
    limit: Int? = nil
  ) throws(PredicateIssue) {
    var predicate: QueryPredicate?
    if let format { predicate = try QueryPredicate(format) }
    self.init(
      name: name, fetch: EntityFetch(type.entityName, where: predicate, sortedBy: sortKeys, limit: limit))
  }
}
