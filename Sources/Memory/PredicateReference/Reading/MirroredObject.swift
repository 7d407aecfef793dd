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
  /// The positions of the properties in the mirror. Nil for a type with a custom mirror, which may list other properties for each value.
  private let fields: MirroredFields?
  /// How the types of the properties are read.
  private let reading: BindingOptions.Reading
  /// Reads the entries of the property table, if the table also lists the stored properties; nil for a table without such entries.
  private let declared: ReflectedObject?
  /// The reason why only the identity of the object can be used; nil if its properties can be read.
  let whyClosed: UnreadableMember?
  let reference: ObjectReference?
  /// The collections that were read from a struct. They are kept because a predicate may read a collection again for each element of another
  /// collection.
  private let collections: Locked<[ScalarString: QueryValue]>?

  /// Nil for a value that the language does not have: a function, a tuple, an enum, an actor.
  init?<Value>(_ value: Value, _ reading: BindingOptions.Reading) {
    let hasTable = Value.self is any QueryableProperties.Type
    self.reading = hasTable ? reading.behindTable : reading
    whyClosed = TypeReflection.isClosed(Value.self, reading) ? TypeReflection.needsTable(Value.self) : nil
    mirror = Mirror(reflecting: value)
    self.value = value
    type = Value.self
    let isCustom = value is any CustomReflectable
    if Value.self is AnyClass {
      reference = ObjectReference(to: value as AnyObject, ShapeRegistry.name(of: Value.self))
      // The collections of an instance are not kept, because the instance may change.
      collections = nil
    } else {
      guard mirror.displayStyle == .struct || isCustom else { return nil }
      reference = nil
      collections = Locked([:])
    }
    fields = isCustom ? nil : MirroredFields.of(Swift.type(of: value), mirror)
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
    if let known = collections?.withLock({ $0[ScalarString(key)] }) { return known }
    guard let stored = stored(key), let value = QueryValue.ofProperty(stored, reading) else {
      return nil
    }
    switch value {
    case .array, .set, .dictionary: collections?.withLock { $0[ScalarString(key)] = value }
    default: break
    }
    return value
  }

  /// The reason why a property that the mirror lists has no value. Nil if the mirror lists no property with this name.
  func unreadableMember(named name: String) -> UnreadableMember? {
    if let whyClosed { return whyClosed }
    if let stored = stored(name) {
      return TypeReflection.unreadable(Swift.type(of: stored), reading, remedy: TypeReflection.tableRemedy)
    }
    return TypeReflection.computedProperty(named: name, among: labels)
  }

  /// The names in the mirrors of the type and its superclasses, in the order of their declaration.
  private var labels: [String] {
    mirror.withSuperclasses.reversed().flatMap { $0.children.compactMap(\.label) }
  }

  private func stored(_ name: String) -> Any? {
    if let fields { return fields.child(named: name, of: mirror) }
    return mirror.withSuperclasses.lazy.compactMap { level in
      level.children.first { $0.label?.hasSameScalars(as: name) ?? false }?.value
    }.first
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

/// The positions of a type's stored properties in its mirrors. They are found only once, because reading a child copies it.
final class MirroredFields: Sendable {
  /// For each property, the number of superclasses between the type and the class that declares the property, and the index of the child in the mirror
  /// of that class.
  private let places: [ScalarString: (level: Int, index: Int)]

  private static let known = Locked<[ObjectIdentifier: MirroredFields]>([:])

  /// The fields of a type without a custom mirror.
  static func of(_ type: any Any.Type, _ mirror: Mirror) -> MirroredFields {
    let identity = ObjectIdentifier(type)
    if let fields = known.withLock({ $0[identity] }) { return fields }
    let fields = MirroredFields(mirror)
    known.withLock { $0[identity] = fields }
    return fields
  }

  private init(_ mirror: Mirror) {
    var places: [ScalarString: (level: Int, index: Int)] = [:]
    for (level, found) in mirror.withSuperclasses.enumerated() {
      for (index, child) in found.children.enumerated() {
        guard let name = child.label.map(ScalarString.init), places[name] == nil else { continue }
        places[name] = (level, index)
      }
    }
    self.places = places
  }

  /// The value of the property with a name. Nil if there is none, and if the mirror has fewer children.
  func child(named name: String, of mirror: Mirror) -> Any? {
    guard let place = places[ScalarString(name)] else { return nil }
    var mirror = mirror
    for _ in 0..<place.level {
      guard let next = mirror.superclassMirror else { return nil }
      mirror = next
    }
    let children = mirror.children
    guard place.index < children.count else { return nil }
    return children[children.index(children.startIndex, offsetBy: place.index)].value
  }

  /// A function that reads one stored property of the elements of a type. A ``MirroredObject`` would copy each element once more.
  ///
  /// It returns nil for an element that must be read as an object: it lacks the property, the property is unreadable, or its dynamic type is another
  /// type. For an element type with a property table or a custom mirror, nil is returned in place of a function.
  static func loader<Element>(
    of name: String, in _: Element.Type, _ reading: BindingOptions.Reading
  ) -> AddressLoader<QueryValue>? {
    if Element.self is any QueryableProperties.Type || Element.self is any CustomReflectable.Type
      || TypeReflection.isClosed(Element.self, reading)
    {
      return nil
    }
    return { address in
      let element = address.assumingMemoryBound(to: Element.self).pointee
      guard Swift.type(of: element as Any) == Element.self else { return nil }
      let mirror = Mirror(reflecting: element)
      guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return nil }
      return of(Element.self, mirror).child(named: name, of: mirror).flatMap { QueryValue.ofProperty($0, reading) }
    }
  }
}

extension Mirror {
  /// The mirror, followed by the mirrors of the superclasses, from the nearest to the farthest.
  var withSuperclasses: some Sequence<Mirror> { sequence(first: self) { $0.superclassMirror } }
}
