import PredicateModel
import PredicateValues

/// Makes the compiler explain `@Stored var author: Person?`. Without this conformance it would ask for the members of ``StorableValue``.
@available(
  *, unavailable,
  message: "a related object is @ToOne var author: Person?, related objects are @ToMany var movies: [Movie]"
)
extension StoredObject: StorableValue {}

extension StorableValue where Self: StoredObject {
  /// The type of no attribute: an object is not a value.
  public static var attributeType: QueryType { .any }

  /// An object without a context, which no property returns.
  public static var placeholder: Self {
    let plan = StorePlan(DataModel(entities: [Entity(name: Self.entityName, attributes: [])]))
    return Self(ObjectPlace(link: ContextLink(), plan: plan.entities[0], key: 0, isNew: true))
  }

  /// Nil: no value is an object.
  public init?(stored value: QueryValue) { return nil }

  /// `.null`: an object is not a value.
  public var storedValue: QueryValue { .null }
}
