import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// Fetched properties: what the predicate reads of its source alone is evaluated first, and what is left is an ordinary fetch.
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
      // Some part reads the source and the found object together: the source becomes one of its entity's objects, the one with its key.
      let isSource = QueryComparison(
        .variable(FetchedProperty.sourceVariable), .equal, .literal(.object(source.reference)))
      rest = QueryPredicate.and([.comparison(isSource), mixed]).ofSources(in: source.entity)
    }
    return try objects(EntityFetch(property.destination, where: rest, sortedBy: property.sortKeys))
  }
}
