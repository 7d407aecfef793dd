import PredicateValues

/// What a class says of one of its properties: enough to make a model of classes.
enum PropertyDeclaration {
  case attribute(type: QueryType, isOptional: Bool, rules: AttributeRules?)
  case relationship(RelationshipDeclaration)
  case fetched(StoredObject.Type, FetchRules?)
}
