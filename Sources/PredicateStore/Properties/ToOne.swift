/// A property that is a to-one relationship of the entity. It has the relationship's name.
///
///     @ToOne var lentToFriend: Friend?
///
/// Setting it changes the inverse as well. ``ObjectContext/onFailure`` gets a failure to read; ``ObjectContext/group(_:)`` and
/// ``ObjectContext/save()`` throw a failure to set.
@propertyWrapper
public struct ToOne<Destination: StoredObject> {
  /// Marks the wrapper while ``ClassTable`` looks up the name of its property.
  var mark = false

  /// Declares the property.
  public init() {}

  /// Unavailable: the subscript below serves the property, because it knows the object.
  @available(*, unavailable, message: "@ToOne belongs in a subclass of StoredObject")
  public var wrappedValue: Destination? {
    get { nil }
    nonmutating set {}
  }

  /// The object at the other end; nil where there is none, or no longer.
  public static subscript<Object: StoredObject>(
    _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Destination?>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Destination? {
    get {
      object.read(nil) { place in
        guard case .link(let index) = place else { return nil }
        return try object.objects(of: index).first as? Destination
      } at: {
        object.place(of: storage)
      }
    }
    set {
      object.write { place in
        if case .link(let index) = place { try object.usableContext().setOne(newValue, of: object, index) }
      } at: {
        object.place(of: storage)
      }
    }
  }
}

extension ToOne: DeclaredProperty {
  func mismatch(with member: EntityPlan.Member, of plan: EntityPlan, _ classes: ClassTable) -> String? {
    guard case .link(let index) = member, !plan.links[index].isToMany else {
      return "is no to-one relationship of the model"
    }
    return classes.mismatch(of: Destination.self, with: plan.links[index].destination)
  }
}
