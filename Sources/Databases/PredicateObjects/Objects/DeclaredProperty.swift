import PredicateReference
import PredicateModel
import PredicateValues

/// A wrapper that declares a property of a class.
protocol DeclaredProperty {
  /// Whether ``ClassTable`` is looking up the name of this wrapper's property.
  var mark: Bool { get set }

  /// The declaration of the property in its class.
  var declaration: PropertyDeclaration { get }

  /// Decides which values the property can read; nil if it can read every value of its type.
  var reader: PropertyReader? { get }

  /// The text of the problem if a value does not meet the condition of the declaration; nil for a text with the condition.
  var problemText: String? { get }

  /// Whether the property is an attribute that encodes its values as JSON.
  var isEncoded: Bool { get }

  /// The mismatch between the property and the model; nil if they agree.
  func mismatch(with member: EntityPlan.Member, of plan: EntityPlan, _ classes: ClassTable) -> String?
}

extension DeclaredProperty {
  var reader: PropertyReader? { nil }
  var problemText: String? { nil }
  var isEncoded: Bool { false }
}

/// Decides which values a Swift type can read.
struct PropertyReader {
  let typeName: String
  let canRead: (QueryValue) -> Bool
}

extension StoredObject {
  /// The member that a property represents, by the key path of its wrapper.
  func place<Wrapper: DeclaredProperty>(
    of storage: ReferenceWritableKeyPath<some StoredObject, Wrapper>
  ) -> EntityPlan.Member? {
    if let classes = link.classes { return classes.place(of: storage, in: self) }
    PropertyProbe.current?.note(ClassTable.name(of: storage, in: self))
    return nil
  }

  /// The value of an attribute whose position is already known, if the object is loaded. Nil if it must be read by ``read(_:at:_:)``.
  @usableFromInline
  func plainValue(at storage: AnyKeyPath) -> QueryValue? {
    guard let index = link.cache.attribute(of: plan.position, at: storage) else { return nil }
    noteAccess(toAttribute: index)
    return record?.value(at: index)
  }

  /// Reads a property. The context records a failure.
  func read<Value, Wrapper: DeclaredProperty>(
    _ placeholder: Value, at storage: ReferenceWritableKeyPath<some StoredObject, Wrapper>,
    _ body: (EntityPlan.Member) throws -> Value?
  ) -> Value {
    guard let place = place(of: storage) else { return PropertyProbe.current?.value(placeholder) ?? placeholder }
    do {
      return try body(place) ?? placeholder
    } catch {
      link.fail(error)
      return placeholder
    }
  }

  /// Writes a property. The context records a failure, and throws it at the end of the group or when changes are saved.
  func write<Wrapper: DeclaredProperty>(
    at storage: ReferenceWritableKeyPath<some StoredObject, Wrapper>, _ body: (EntityPlan.Member) throws -> Void
  ) {
    guard let place = place(of: storage) else { return }
    do {
      try body(place)
    } catch {
      link.fail(error, isWriting: true)
    }
  }
}

/// The declaration of a property, from which a model can be made.
enum PropertyDeclaration {
  case attribute(type: QueryType, isOptional: Bool, rules: AttributeRules?)
  case relationship(RelationshipDeclaration)
  case fetched(StoredObject.Type, FetchRules?)
}

/// The rules of a ``Stored`` declaration, without its type. It is an object, so that a wrapper without rules needs only one reference.
final class AttributeRules: Sendable {
  let defaultValue: QueryValue?
  let condition: QueryFormat?
  let message: String?
  let isUnique: Bool
  let isIndexed: Bool
  let isKey: Bool
  let userInfo: [String: QueryValue]

  init(
    defaultValue: QueryValue?, condition: QueryFormat?, message: String?, isUnique: Bool, isIndexed: Bool,
    isKey: Bool, userInfo: [String: QueryValue]
  ) {
    self.defaultValue = defaultValue
    self.condition = condition
    self.message = message
    self.isUnique = isUnique
    self.isIndexed = isIndexed
    self.isKey = isKey
    self.userInfo = userInfo
  }
}

/// The declaration of ``Fetched``: the fetch of a fetched property, as text.
final class FetchRules: Sendable {
  let condition: QueryFormat
  let sortKeys: [QuerySortKey]
  let userInfo: [String: QueryValue]

  init(_ condition: QueryFormat, _ sortKeys: [QuerySortKey], _ userInfo: [String: QueryValue]) {
    self.condition = condition
    self.sortKeys = sortKeys
    self.userInfo = userInfo
  }
}

/// A relationship as a class declares it.
struct RelationshipDeclaration {
  /// The class at the other end.
  let destination: StoredObject.Type
  let isToMany: Bool
  var inverse = InverseDeclaration.none
  var deleteRule = DeleteRule.nullify
  /// Whether the relationship keeps an order of its objects.
  var isOrdered = false
  /// Whether the object must have an object at the other end.
  var isRequired = false
  var rules: RelationshipRules?
}

/// The rarely used parts of a relationship's declaration: user info, and the limits of the number of objects. It is an object, so that a wrapper
/// without them is small.
final class RelationshipRules: Sendable {
  let minimumCount: Int
  let maximumCount: Int?
  let userInfo: [String: QueryValue]

  /// - Returns: nil if every argument has its default value.
  init?(minimumCount: Int = 0, maximumCount: Int? = nil, userInfo: [String: QueryValue]) {
    if minimumCount == 0, maximumCount == nil, userInfo.isEmpty { return nil }
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.userInfo = userInfo
  }
}

/// A relationship's declaration of its inverse.
enum InverseDeclaration {
  /// This end declares no inverse. The other end may declare it.
  case none
  /// The relationship has no inverse: `inverse: nil`.
  case missing
  /// The relationship is its own inverse.
  case itself
  /// Returns the name of the inverse, given an object of the destination, or the reason why the key path does not read a declared property.
  case named((StoredObject) -> PropertyProbe.Finding)

  init<Destination: StoredObject>(_ path: PartialKeyPath<Destination>?) {
    guard let path else {
      self = .none
      return
    }
    self = .named { PropertyProbe.name(of: path, in: $0) }
  }
}
