import PredicateModel
import PredicateReference
import PredicateValues

/// A property whose objects are fetched each time it is read. It has the name of a fetched property of the entity.
///
///     @Fetched("department == $FETCH_SOURCE AND hiredOn.year >= $FETCHED_PROPERTY.userInfo.since",
///              sortedBy: .descending("hiredOn"), userInfo: ["since": 2024])
///     var recentHires: [Employee]
///
/// The condition is evaluated for candidate objects. `$FETCH_SOURCE` is the object that has the property. The fetch runs each time the property is
/// read. It sees unsaved changes. ``ObjectContext/onFailure`` receives a failure.
@propertyWrapper
public struct Fetched<Destination: StoredObject> {
  /// ``ClassTable`` sets this mark to find the name of the wrapper's property.
  var mark = false
  private let rules: FetchRules?

  /// Declares a property whose fetch is in the model.
  public init() { rules = nil }

  /// Declares the property and its fetch, for `DataModel(classes:)`.
  ///
  /// - Parameter userInfo: Values for the condition: `$FETCHED_PROPERTY.userInfo.NAME`.
  public init(_ condition: QueryFormat, sortedBy sortKeys: QuerySortKey..., userInfo: [String: QueryValue] = [:]) {
    rules = FetchRules(condition, sortKeys, userInfo)
  }

  /// Unavailable: the subscript below returns the objects, because it gets the instance.
  @available(*, unavailable, message: "@Fetched can be used only in a subclass of StoredObject")
  public var wrappedValue: [Destination] { [] }

  /// The objects that the property fetches for the instance it belongs to, in the order of the fetch.
  public static subscript<Object: StoredObject>(
    _enclosingInstance object: Object, wrapped _: KeyPath<Object, [Destination]>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> [Destination] {
    object.read([], at: storage) { place in
      guard case .fetched(let index) = place else { return nil }
      return try object.fetchedObjects(of: index).compactMap { $0 as? Destination }
    }
  }
}

extension Fetched: DeclaredProperty {
  var declaration: PropertyDeclaration { .fetched(Destination.self, rules) }

  func mismatch(with member: EntityPlan.Member, of plan: EntityPlan, _ classes: ClassTable) -> String? {
    guard case .fetched(let index) = member else { return "must be a fetched property in the model" }
    return classes.mismatch(of: Destination.self, with: plan.fetched[index].destination)
  }
}
