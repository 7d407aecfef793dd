import PredicateBinding
import PredicateMemory

/// A struct or an instance of a class that is read by `Mirror`, because the runtime lists no fields and no property table lists the properties.
///
/// It contains a copy of the struct, or the instance. Reading a property is far slower than an in-place read, because the mirror copies the
/// property's value. If the type has a custom mirror (`CustomReflectable`), its properties are those that this mirror lists.
///
/// Unchecked `Sendable`: it is as safe between threads as the value. The caller that passes the value to a predicate is responsible for this.
struct MirroredObject: SelfComparingObject, SwiftValueObject, @unchecked Sendable {
  private let value: Any
  private let mirror: Mirror
  private let type: any Any.Type
  /// How the types of the properties are read.
  private let reading: BindingOptions.Reading
  /// Reads the entries of the property table, if the table also lists the stored properties; nil for a table without such entries.
  private let declared: ReflectedObject?
  /// The reason why only the identity of the object can be used; nil if its properties can be read.
  let whyClosed: UnreadableMember?
  let reference: ObjectReference?

  /// Nil for a value that the language does not have: a function, a tuple, an enum, an actor.
  init?<Value>(_ value: Value, _ reading: BindingOptions.Reading) {
    let hasTable = Value.self is any QueryableProperties.Type
    self.reading = hasTable ? reading.behindTable : reading
    whyClosed = TypeReflection.isClosed(Value.self, reading) ? TypeReflection.needsTable(Value.self) : nil
    mirror = Mirror(reflecting: value)
    self.value = value
    type = Value.self
    guard Value.self is AnyClass || mirror.displayStyle == .struct || value is any CustomReflectable else { return nil }
    reference =
      Value.self is AnyClass ? ObjectReference(to: value as AnyObject, ShapeRegistry.name(of: Value.self)) : nil
    declared = hasTable ? Self.declared(value, ObjectType(Value.self, reading).shape) : nil
  }

  private static func declared<Value>(_ value: Value, _ shape: ObjectShape) -> ReflectedObject? {
    if shape.properties.isEmpty { return nil }
    if shape.isClass { return ReflectedObject(retaining: value as AnyObject, shape) }
    let copy = OwnedValue(value)
    return ReflectedObject(address: copy.address, shape: shape, owner: copy)
  }

  var swiftValue: Any { value }

  var entityName: String { ShapeRegistry.name(of: type) }

  /// True for structs with fields that can all be read. If a field is unreadable, the value that `Mirror` gives for it does not show whether two
  /// structs are equal.
  var comparesByProperties: Bool {
    reference == nil && whyClosed == nil && (!mirror.children.isEmpty || TypeReflection.size(of: type) == 0)
      && mirror.children.allSatisfy { QueryValue.ofProperty($0.value, reading) != nil }
  }

  var keys: [String] {
    if whyClosed != nil { return [] }
    let own = declared?.keys ?? []
    return own + labels.filter { name in !name.hasPrefix("$") && !own.contains { $0.hasSameScalars(as: name) } }
  }

  func value(forKey key: String) -> QueryValue? {
    if whyClosed != nil { return nil }
    if let value = declared?.value(forKey: key) { return value }
    return mirror.property(named: key).flatMap { QueryValue.ofProperty($0, reading) }
  }

  /// The reason why a property that the mirror lists has no value. Nil if the mirror lists no property with this name.
  func unreadableMember(named name: String) -> UnreadableMember? {
    if let whyClosed { return whyClosed }
    if let stored = mirror.property(named: name) {
      return TypeReflection.unreadable(Swift.type(of: stored), reading, remedy: TypeReflection.tableRemedy)
    }
    return TypeReflection.computedProperty(named: name, among: labels)
  }

  /// The names in the mirrors of the type and its superclasses, in the order of their declaration.
  private var labels: [String] {
    mirror.withSuperclasses.reversed().flatMap { $0.children.compactMap(\.label) }
  }

  func isEqual(to other: any QueryObject) -> Bool? {
    guard reference == nil, let value = value as? any Equatable else { return nil }
    func areEqual<Value: Equatable>(_ value: Value) -> Bool {
      ((other as? MirroredObject)?.value as? Value).map { $0 == value } ?? false
    }
    return areEqual(value)
  }

  func hashItself(into hasher: inout Hasher) -> Bool {
    guard reference == nil, value is any Equatable else { return false }
    hasher.combine(ObjectIdentifier(type))
    (value as? any Hashable)?.hash(into: &hasher)
    return true
  }
}

extension Mirror {
  /// The mirror, followed by the mirrors of the superclasses, from the nearest to the farthest.
  var withSuperclasses: some Sequence<Mirror> { sequence(first: self) { $0.superclassMirror } }

  /// The positions at which properties were found, by type and name.
  private static let positions = Locked<[ObjectIdentifier: [ScalarString: Int]]>([:])

  /// The value of the property with a name, in the type or the nearest superclass that lists it. Nil if there is none.
  ///
  /// The position at which the last value of the type had the property is tried first, because each child that is passed is copied. It is not kept for
  /// a custom mirror, which may list other properties for each value.
  func property(named name: String) -> Any? {
    let type = ObjectIdentifier(subjectType)
    let key = ScalarString(name)
    if let last = Self.positions.withLock({ $0[type]?[key] }), let found = child(at: last),
      found.label.map(ScalarString.init) == key
    {
      return found.value
    }
    let children = withSuperclasses.lazy.flatMap(\.children)
    for (position, child) in children.enumerated() where child.label.map(ScalarString.init) == key {
      if !(subjectType is any CustomReflectable.Type) {
        Self.positions.withLock { $0[type, default: [:]][key] = position }
      }
      return child.value
    }
    return nil
  }

  /// The child at a position in the children of the type, followed by those of its superclasses; nil if there are fewer.
  private func child(at position: Int) -> Child? {
    var rest = position
    for level in withSuperclasses {
      let children = level.children
      if rest < children.count { return children[children.index(children.startIndex, offsetBy: rest)] }
      rest -= children.count
    }
    return nil
  }
}
