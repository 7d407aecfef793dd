import PredicateModel
import PredicateReference
import PredicateValues

/// A property that is an attribute of the entity with the same name. Its default value is an argument, `default:`.
///
///     @Stored var title: String
///     @Stored var rating: Double?
///     @Stored(default: "Drama") var genre: String
///     @Stored(default: 0, condition: "SELF >= 0", message: "The stock cannot be negative.") var stock: Int
///
/// If an object has no value for a property that is not optional, reading the property returns a placeholder (0, "", false). Saving reports the
/// missing value. ``ObjectContext/onFailure`` gets a failure to read the row, and a value that the type cannot read, such as a raw value without a
/// case. ``ObjectContext/group(_:)`` and ``ObjectContext/save()`` throw a failure to set the property, such as NaN.
@propertyWrapper
public struct Stored<Value: StorableValue> {
  /// ``ClassTable`` sets this mark to find the name of the wrapper's property.
  var mark = false
  private let rules: AttributeRules?

  /// Declares the property.
  public init() { rules = nil }

  /// Declares the property with rules, which `DataModel(classes:)` puts into the model.
  ///
  /// - Parameters:
  ///   - defaultValue: The value of a new object.
  ///   - condition: A condition that the value, `SELF`, must meet before it is saved. A nil value needs not meet it.
  ///   - message: The text of the problem if the value does not meet the condition, for a form. Nil for a text with the condition.
  ///   - isUnique: Whether no two objects may have the same value.
  ///   - isIndexed: Whether the table has an index of the value, for conditions and orders. Unique values and keys always have one. For an index of
  ///     several properties, see ``StoredObject/indexes``.
  ///   - isKey: Whether the value is the primary key of the table: an `Int`, a `String` or a `UUID`. A new object gets a random `UUID`. Only a class
  ///     without a parent can declare a key. Without one, the key is an integer that is not a property.
  ///   - userInfo: Texts, numbers and booleans that the model keeps with the attribute.
  public init(
    default defaultValue: Value? = nil, condition: QueryFormat? = nil, message: String? = nil, isUnique: Bool = false,
    isIndexed: Bool = false, isKey: Bool = false, userInfo: [String: QueryValue] = [:]
  ) {
    rules = AttributeRules(
      defaultValue: defaultValue?.storedValue, condition: condition, message: message, isUnique: isUnique,
      isIndexed: isIndexed, isKey: isKey, userInfo: userInfo)
  }

  /// The rules as other libraries write them; see ``init(default:condition:message:isUnique:isIndexed:isKey:userInfo:)``.
  public enum Option { case unique, indexed, primaryKey }

  /// Unavailable: the rules are arguments.
  @available(
    *, unavailable, message: "write @Stored(isUnique: true), @Stored(isIndexed: true) or @Stored(isKey: true)"
  )
  public init(_ options: Option...) { rules = nil }

  /// Unavailable: a condition limits the value.
  @available(*, unavailable, message: "write @Stored(condition: \"SELF BETWEEN {0, 10}\")")
  public init(default defaultValue: Value? = nil, min: Value, max: Value) { rules = nil }

  /// Unavailable: a condition limits the value.
  @available(*, unavailable, message: "write @Stored(condition: \"SELF >= 0\")")
  public init(default defaultValue: Value? = nil, min: Value) { rules = nil }

  /// Unavailable: a condition limits the value.
  @available(*, unavailable, message: "write @Stored(condition: \"SELF <= 10\")")
  public init(default defaultValue: Value? = nil, max: Value) { rules = nil }

  /// Unavailable: the argument has another name.
  @available(*, unavailable, message: "write @Stored(isUnique: true)")
  public init(unique: Bool) { rules = nil }

  /// Unavailable: the argument has another name.
  @available(*, unavailable, message: "write @Stored(isIndexed: true)")
  public init(indexed: Bool) { rules = nil }

  /// Unavailable: the argument has another name.
  @available(*, unavailable, message: "write @Stored(isKey: true)")
  public init(primaryKey: Bool) { rules = nil }

  /// Unavailable: the subscript below reads and writes the value, because it gets the instance.
  @available(*, unavailable, message: "@Stored can be used only in a subclass of StoredObject")
  public var wrappedValue: Value {
    get { Value.placeholder }
    nonmutating set {}
  }

  /// The attribute's value.
  public static subscript<Object: StoredObject>(
    _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Value {
    @inlinable get {
      if let value = object.plainValue(at: storage), let found = Value(stored: value) { return found }
      return slowValue(of: object, at: storage)
    }
    @inlinable set {
      let value = newValue.storedValue
      if !object.setPlainValue(value, at: storage) { setSlowly(value, of: object, at: storage) }
    }
  }

  /// Reads a property if its attribute must be looked up, or if its object must be loaded first. The context records a failure.
  @usableFromInline
  static func slowValue<Object: StoredObject>(
    of object: Object, at storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Value {
    object.read(Value.placeholder, at: storage) { place in
      guard case .attribute(let index) = place else { return nil }
      let value = try object.attribute(index)
      if value.isNull { return Value(stored: value) }
      guard let found = Value(stored: value) else {
        let name = object.plan.entity.attributes[index].name
        throw StoreIssue(
          .wrongType,
          "the value of \(name) of \(object.id) is \(value.shownValue), which is not a value of type \(Value.self)")
      }
      return found
    }
  }

  @usableFromInline
  static func setSlowly<Object: StoredObject>(
    _ value: QueryValue, of object: Object, at storage: ReferenceWritableKeyPath<Object, Self>
  ) {
    object.write(at: storage) { place in
      if case .attribute(let index) = place { try object.setAttribute(index, to: value) }
    }
  }
}

// This overload is limited to types with a description. Otherwise `@Stored var rating: Double?` would also match it, as `= nil`.
extension Stored where Value: CustomStringConvertible {
  /// Unavailable: the default value is an argument.
  @available(
    *, unavailable,
    message: "write the default value as an argument of the attribute: @Stored(default: \"\") var title: String"
  )
  public init(
    wrappedValue: Value, condition: QueryFormat? = nil, isUnique: Bool = false, isIndexed: Bool = false,
    isKey: Bool = false, userInfo: [String: QueryValue] = [:]
  ) { rules = nil }
}

extension Stored where Value: RawRepresentable {
  /// Unavailable: the default value is an argument.
  @available(
    *, unavailable,
    message: "write the default value as an argument of the attribute: @Stored(default: .draft) var state: State"
  )
  public init(wrappedValue: Value) { rules = nil }
}

extension Stored: DeclaredProperty {
  var declaration: PropertyDeclaration {
    .attribute(type: Value.attributeType, isOptional: Value.isOptional, rules: rules)
  }

  var reader: PropertyReader? {
    if Value.self is any ReadingEveryValue.Type { return nil }
    return PropertyReader(typeName: "\(Value.self)") { $0.isNull || Value(stored: $0) != nil }
  }

  var problemText: String? { rules?.message }

  var isEncoded: Bool {
    Value.self is any StoredAsJSON.Type || (Value.self as? any OptionalReference.Type)?.wrapped is any StoredAsJSON.Type
  }

  func mismatch(with member: EntityPlan.Member, of plan: EntityPlan, _: ClassTable) -> String? {
    guard case .attribute(let index) = member else { return "must be an attribute in the model" }
    let attribute = plan.entity.attributes[index]
    guard attribute.type == .any || attribute.type == Value.attributeType else {
      return "has the type \(Value.self), but the type in the model is \(attribute.type)"
    }
    if attribute.isOptional, !Value.isOptional {
      return "has the type \(Value.self), which must be optional because the model allows nil"
    }
    return nil
  }
}
