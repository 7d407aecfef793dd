import PredicateModel

/// A relationship as a class declares it.
struct RelationshipDeclaration {
  /// The class at the other end.
  let destination: StoredObject.Type
  let isToMany: Bool
  var inverse = InverseDeclaration.none
  var deleteRule = DeleteRule.nullify
  /// Whether the objects have an order of their own.
  var isOrdered = false
  /// Whether there has to be an object.
  var isRequired = false
  var rules: RelationshipRules?
}
