import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateValues

/// Runs the named fetches of the model.
extension ObjectContext {
  /// The objects that a fetch template of the model finds.
  ///
  ///     try context.fetch(Movie.self, template: "lentTo", variables: ["name": "Anna Castelli"])
  ///
  /// Columns and groups of the template are ignored. `rows(_:variables:)` of ``FetchTemplate/fetch`` returns them.
  ///
  /// - Parameters:
  ///   - variables: The values of the template's variables.
  ///   - batchSize: How many rows are read together when a property of one of their objects is first read; nil reads all rows now.
  /// - Throws: ``StoreIssue``: `unknown-template`, `wrong-type` if the template finds objects that are not of the class; a
  ///   `PredicateIssue`: `unbound-variable` if a variable has no value; as ``fetch(_:_:_:sortedBy:limit:offset:batchSize:)``.
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, template name: String, variables: QueryVariables = [:], batchSize: Int? = nil
  ) throws -> [Object] {
    let template = try fetchTemplate(named: name)
    let wanted = try classes.entity(of: type)
    let found = try entityPlan(named: template.fetch.entity)
    guard found.isKind(of: wanted.position) else {
      let (name, other) = (found.entity.name, wanted.entity.name)
      throw StoreIssue(
        .wrongType, "expected a fetch template for objects of \(other), but “\(template.name)” finds objects of \(name)"
      )
    }
    return try objects(template.fetch, variables: variables, batchSize: batchSize).compactMap { $0 as? Object }
  }

  /// The fetch template of the model with a name.
  ///
  ///     let template = try context.fetchTemplate(named: "lentTo")
  ///     let count = try context.count(template.fetch, variables: ["name": "Anna Castelli"])
  ///
  /// - Throws: ``StoreIssue`` `unknown-template`, with the names of the existing templates.
  public func fetchTemplate(named name: String) throws(StoreIssue) -> FetchTemplate {
    if let template = plan.model.fetchTemplate(named: name) { return template }
    let known = plan.model.fetchTemplates.map(\.name).joined(separator: ", ")
    throw StoreIssue(
      .unknownTemplate,
      "the model has no fetch template “\(name)”; there \(known.isEmpty ? "is none" : "are: \(known)")")
  }
}

/// Fetched properties. The parts of the predicate that read only the source are evaluated first. The other parts are the condition of an ordinary
/// fetch.
extension ObjectContext {
  /// The objects that a fetched property of an object finds.
  func objects(_ property: FetchedProperty, of source: StoredObject) throws -> [StoredObject] {
    let variables = QueryVariables([
      (FetchedProperty.sourceVariable, .object(ContextObject(object: source))),
      (FetchedProperty.propertyVariable, property.description),
    ])
    let options = BindingOptions(timeZone: plan.model.timeZone)
    var rest = property.predicate?.partiallyEvaluated(variables: variables, options: options)
    if let mixed = rest, !mixed.freeVariables.isEmpty {
      // If a part reads the source and the candidate together, the fetch ranges over the sources as well, restricted to the source with the given
      // key.
      let isSource = QueryComparison(
        .variable(FetchedProperty.sourceVariable), .equal, .literal(.object(source.reference)))
      rest = QueryPredicate.and([.comparison(isSource), mixed]).ofSources(in: source.entity)
    }
    return try objects(EntityFetch(property.destination, where: rest, sortedBy: property.sortKeys))
  }
}

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
