import PredicateModel
import PredicateReference
import PredicateSyntax

extension StoredObject: QueryArgumentConvertible {
  /// The object, for conditions on objects: `fetch(City.self, "province == %@", province)`.
  public var queryArgument: QueryArgument { .literal(.object(reference)) }
}

extension ObjectID: QueryArgumentConvertible {
  /// The object with the id.
  public var queryArgument: QueryArgument { .literal(.object(reference)) }
}
