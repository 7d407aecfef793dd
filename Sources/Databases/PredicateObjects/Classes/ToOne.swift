import PredicateModel
import PredicateValues

/// A property that is a to-one relationship of the entity with the same name.
///
///     @ToOne var lentToFriend: Friend?
///     @ToOne(inverse: \.bank, deleteRule: .cascade) var details: BankDetails?
///     @ToOne(isRequired: true) var bank: Bank?
///
/// Setting the property changes the inverse as well. ``ObjectContext/onFailure`` receives a failure to read. ``ObjectContext/group(_:)`` and
/// ``ObjectContext/save()`` throw a failure to set.
@propertyWrapper
public struct ToOne<Destination: StoredObject> {
  /// ``ClassTable`` sets this mark to find the name of the wrapper's property.
  var mark = false
  private var inverse: PartialKeyPath<Destination>?
  /// Whether the declaration has `inverse: nil`.
  private var lacksInverse = false
  private let deleteRule: DeleteRule
  private let isRequired: Bool
  private let rules: RelationshipRules?

  /// Declares the property. If `DataModel(classes:)` makes the model and the other class has a relationship to this class, one of the two ends names the
  /// other as its inverse.
  ///
  /// - Parameters:
  ///   - isRequired: Whether an object can only be saved with an object at the other end.
  ///   - userInfo: Texts, numbers and booleans that the model keeps with the relationship.
  public init(deleteRule: DeleteRule = .nullify, isRequired: Bool = false, userInfo: [String: QueryValue] = [:]) {
    self.deleteRule = deleteRule
    self.isRequired = isRequired
    rules = RelationshipRules(userInfo: userInfo)
  }

  /// Declares the property with its inverse. Only one of the two ends names the other: the compiler refuses key paths at both ends as a circular reference.
  ///
  /// - Parameters:
  ///   - inverse: The property at the other end: `\.movies`; nil if the other class has a relationship to this class that is not the inverse.
  ///   - deleteRule: The effect of deleting an object on the objects at the other end.
  ///   - isRequired: Whether an object is saved only with an object at the other end.
  ///   - userInfo: Texts, numbers and the like for the application, which the model contains.
  public init(
    inverse: PartialKeyPath<Destination>?, deleteRule: DeleteRule = .nullify, isRequired: Bool = false,
    userInfo: [String: QueryValue] = [:]
  ) {
    self.init(deleteRule: deleteRule, isRequired: isRequired, userInfo: userInfo)
    self.inverse = inverse
    lacksInverse = inverse == nil
  }

  /// Unavailable: the subscript below reads and writes the object, because it gets the instance.
  @available(*, unavailable, message: "@ToOne can be used only in a subclass of StoredObject")
  public var wrappedValue: Destination? {
    get { nil }
    nonmutating set {}
  }

  /// The object at the other end; nil if it was never set or was deleted.
  public static subscript<Object: StoredObject>(
    _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Destination?>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Destination? {
    get {
      object.read(nil, at: storage) { place in
        guard case .link(let index) = place else { return nil }
        return try object.objects(of: index).first as? Destination
      }
    }
    set {
      object.write(at: storage) { place in
        if case .link(let index) = place { try object.usableContext().setOne(newValue, of: object, index) }
      }
    }
  }
}

/// Initial values, which the compiler explains. Each overload requires its first argument after the value.
@available(*, unavailable, message: "leave out the initial value: a new object has no related object")
extension ToOne {
  /// Unavailable. Without the last parameter, the compiler would also choose it for `@ToOne var friend: Friend?`, which has an implicit `= nil`.
  public init(wrappedValue: Destination?, _: Never...) { self.init() }

  /// Unavailable: an initial value with an inverse.
  public init(
    wrappedValue: Destination?, inverse: PartialKeyPath<Destination>?, deleteRule: DeleteRule = .nullify,
    isRequired: Bool = false, userInfo: [String: QueryValue] = [:]
  ) { self.init() }

  /// Unavailable: an initial value with a delete rule.
  public init(
    wrappedValue: Destination?, deleteRule: DeleteRule, isRequired: Bool = false, userInfo: [String: QueryValue] = [:]
  ) { self.init() }

  /// Unavailable: an initial value of a required relationship.
  public init(wrappedValue: Destination?, isRequired: Bool, userInfo: [String: QueryValue] = [:]) { self.init() }

  /// Unavailable: an initial value with information for the application.
  public init(wrappedValue: Destination?, userInfo: [String: QueryValue]) { self.init() }
}

extension ToOne: DeclaredProperty {
  var declaration: PropertyDeclaration {
    .relationship(
      RelationshipDeclaration(
        destination: Destination.self, isToMany: false, inverse: lacksInverse ? .missing : InverseDeclaration(inverse),
        deleteRule: deleteRule, isRequired: isRequired, rules: rules))
  }

  func mismatch(with member: EntityPlan.Member, of plan: EntityPlan, _ classes: ClassTable) -> String? {
    guard case .link(let index) = member, !plan.links[index].isToMany else {
      return "must be a to-one relationship in the model"
    }
    return classes.mismatch(of: Destination.self, with: plan.links[index].destination)
  }
}
