import PredicateModel
import PredicateValues

/// A property that is a to-many relationship of the entity with the same name.
///
///     @ToMany var tags: [Tag]
///     @ToMany(inverse: \.customer, deleteRule: .cascade) var products: [Product]
///     @ToMany(inverse: \.album, isOrdered: true) var songs: [Song]
///     @ToMany(isSymmetric: true) var friends: [Employee]
///     @ToMany(minimumCount: 1, maximumCount: 3) var genres: [Genre]
///
/// The objects of an ordered relationship keep the order of the assigned array: `album.songs.insert(intro, at: 0)`, `album.songs.swapAt(0, 1)`. The
/// objects of an unordered relationship are sorted by key, with new objects last. Setting the property changes the inverse as well. An object that
/// occurs twice counts once. ``ObjectContext/onFailure`` receives a failure to read. ``ObjectContext/group(_:)`` and ``ObjectContext/save()`` throw a
/// failure to set.
@propertyWrapper
public struct ToMany<Destination: StoredObject> {
  /// ``ClassTable`` sets this mark to find the name of the wrapper's property.
  var mark = false
  private var inverse: PartialKeyPath<Destination>?
  /// Whether the declaration has `inverse: nil`.
  private var lacksInverse = false
  private var isSymmetric = false
  private let deleteRule: DeleteRule
  private let isOrdered: Bool
  private let rules: RelationshipRules?

  /// Declares the property. If `DataModel(classes:)` makes the model and the other class has a relationship to this class, one of the two ends names the
  /// other as its inverse.
  ///
  /// - Parameters:
  ///   - isOrdered: Whether the relationship keeps an order of its objects.
  ///   - minimumCount: The least number of objects when the object is saved.
  ///   - maximumCount: The greatest number; nil for any number.
  ///   - userInfo: Texts, numbers and booleans that the model keeps with the relationship.
  public init(
    deleteRule: DeleteRule = .nullify, isOrdered: Bool = false, minimumCount: Int = 0, maximumCount: Int? = nil,
    userInfo: [String: QueryValue] = [:]
  ) {
    self.deleteRule = deleteRule
    self.isOrdered = isOrdered
    rules = RelationshipRules(minimumCount: minimumCount, maximumCount: maximumCount, userInfo: userInfo)
  }

  /// Declares the property with its inverse. Only one of the two ends names the other: the compiler refuses key paths at both ends as a circular reference.
  ///
  /// - Parameters:
  ///   - inverse: The property at the other end: `\.movies`; nil if the other class has a relationship to this class that is not the inverse.
  ///   - deleteRule: The effect of deleting an object on the objects at the other end.
  ///   - isOrdered: Whether the relationship keeps an order of its objects.
  ///   - minimumCount: The least number of objects for saving.
  ///   - maximumCount: The greatest number of objects for saving; nil for any number.
  ///   - userInfo: Texts, numbers and the like for the application, which the model contains.
  public init(
    inverse: PartialKeyPath<Destination>?, deleteRule: DeleteRule = .nullify, isOrdered: Bool = false,
    minimumCount: Int = 0, maximumCount: Int? = nil, userInfo: [String: QueryValue] = [:]
  ) {
    self.init(
      deleteRule: deleteRule, isOrdered: isOrdered, minimumCount: minimumCount, maximumCount: maximumCount,
      userInfo: userInfo)
    self.inverse = inverse
    lacksInverse = inverse == nil
  }

  /// Declares a relationship between objects of one class that is its own inverse: friends are friends of each other.
  ///
  /// - Parameters:
  ///   - isSymmetric: True; it selects this initializer.
  ///   - isOrdered: Whether the relationship keeps an order of its objects.
  ///   - minimumCount: The least number of objects for saving.
  ///   - maximumCount: The greatest number of objects for saving; nil for any number.
  ///   - userInfo: Texts, numbers and the like for the application, which the model contains.
  public init(
    isSymmetric: Bool, isOrdered: Bool = false, minimumCount: Int = 0, maximumCount: Int? = nil,
    userInfo: [String: QueryValue] = [:]
  ) {
    self.init(isOrdered: isOrdered, minimumCount: minimumCount, maximumCount: maximumCount, userInfo: userInfo)
    self.isSymmetric = isSymmetric
  }

  /// Unavailable: the subscript below reads and writes the objects, because it gets the instance.
  @available(*, unavailable, message: "@ToMany can be used only in a subclass of StoredObject")
  public var wrappedValue: [Destination] {
    get { [] }
    nonmutating set {}
  }

  /// The objects at the other end.
  public static subscript<Object: StoredObject>(
    _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, [Destination]>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> [Destination] {
    get {
      object.read([], at: storage) { place in
        guard case .link(let index) = place else { return nil }
        return try object.objects(of: index).compactMap { $0 as? Destination }
      }
    }
    set {
      object.write(at: storage) { place in
        if case .link(let index) = place { try object.usableContext().setMany(newValue, of: object, index) }
      }
    }
  }
}

/// Initial values, which the compiler explains. Each overload requires its first argument after the value.
@available(*, unavailable, message: "leave out the initial value: a new object has no related objects")
extension ToMany {
  /// Unavailable. Without the last parameter, the compiler would also choose it for `@ToMany var tags: [Tag]`.
  public init(wrappedValue: [Destination], _: Never...) { self.init() }

  /// Unavailable: an initial value with an inverse.
  public init(
    wrappedValue: [Destination], inverse: PartialKeyPath<Destination>?, deleteRule: DeleteRule = .nullify,
    isOrdered: Bool = false, minimumCount: Int = 0, maximumCount: Int? = nil, userInfo: [String: QueryValue] = [:]
  ) { self.init() }

  /// Unavailable: an initial value with a delete rule.
  public init(
    wrappedValue: [Destination], deleteRule: DeleteRule, isOrdered: Bool = false, minimumCount: Int = 0,
    maximumCount: Int? = nil, userInfo: [String: QueryValue] = [:]
  ) { self.init() }

  /// Unavailable: an initial value of an ordered relationship.
  public init(
    wrappedValue: [Destination], isOrdered: Bool, minimumCount: Int = 0, maximumCount: Int? = nil,
    userInfo: [String: QueryValue] = [:]
  ) { self.init() }

  /// Unavailable: an initial value of a symmetric relationship.
  public init(
    wrappedValue: [Destination], isSymmetric: Bool, isOrdered: Bool = false, minimumCount: Int = 0,
    maximumCount: Int? = nil, userInfo: [String: QueryValue] = [:]
  ) { self.init() }

  /// Unavailable: an initial value with a least number of objects.
  public init(
    wrappedValue: [Destination], minimumCount: Int, maximumCount: Int? = nil, userInfo: [String: QueryValue] = [:]
  ) { self.init() }

  /// Unavailable: an initial value with a greatest number of objects.
  public init(wrappedValue: [Destination], maximumCount: Int?, userInfo: [String: QueryValue] = [:]) { self.init() }

  /// Unavailable: an initial value with information for the application.
  public init(wrappedValue: [Destination], userInfo: [String: QueryValue]) { self.init() }
}

extension ToMany: DeclaredProperty {
  var declaration: PropertyDeclaration {
    .relationship(
      RelationshipDeclaration(
        destination: Destination.self, isToMany: true,
        inverse: isSymmetric ? .itself : lacksInverse ? .missing : InverseDeclaration(inverse),
        deleteRule: deleteRule, isOrdered: isOrdered, rules: rules))
  }

  func mismatch(with member: EntityPlan.Member, of plan: EntityPlan, _ classes: ClassTable) -> String? {
    guard case .link(let index) = member, plan.links[index].isToMany else {
      return "must be a to-many relationship in the model"
    }
    if isOrdered, !plan.links[index].isOrdered {
      return "is declared as ordered, but the relationship in the model is not ordered"
    }
    return classes.mismatch(of: Destination.self, with: plan.links[index].destination)
  }
}
