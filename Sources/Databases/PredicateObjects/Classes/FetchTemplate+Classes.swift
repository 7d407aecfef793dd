import PredicateModel
import PredicateReference
import PredicateSyntax

extension FetchTemplate {
  /// A named fetch of a class. `$variables` in the condition are its parameters.
  ///
  ///     let lentTo = try FetchTemplate("lentTo", Movie.self, "lentToFriend.friendName == $name", sortedBy: "title")
  ///     let context = try ObjectContext(path: path, classes: [Movie.self, Friend.self], fetchTemplates: [lentTo])
  ///     let films = try context.fetch(Movie.self, template: "lentTo", variables: ["name": "Anna Castelli"])
  ///
  /// - Parameters:
  ///   - name: The name of the template.
  ///   - type: The class of the objects.
  ///   - format: The condition; its `$variables` are the parameters of the template.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - limit: The greatest number of objects; nil for all.
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
