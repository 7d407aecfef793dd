import PredicateBinding
import PredicateMemory
import PredicateValues

/// A struct or an instance of a class that `Mirror` reads, because the runtime lists no fields and no property table names the properties.
///
/// It holds a copy of the struct, or the instance. Reading a property is far slower than an in-place read, because the mirror copies its value. For a type with
/// a custom mirror (`CustomReflectable`), the properties are those that this mirror lists.
///
/// Unchecked `Sendable`: it is as safe between threads as the value. The caller that passes a value to a predicate is responsible for that.
struct MirroredObject: SelfComparingObject, SwiftValueObject, @unchecked Sendable {
  private let value: Any
  private let mirror: Mirror
  private let type: any Any.Type
  /// The places of the properties in the mirror; nil for a type with a custom mirror, which may list other properties for each value.
  private let fields: MirroredFields?
  /// How the types of the properties are read.
  private let reading: BindingOptions.Reading
  /// Gives the lines of the property table, for a type whose table also lists the stored properties; nil if it has no lines.
  private let declared: (any ShapedObject)?
  /// Why the object only has an identity; nil if its properties can be read.
  let whyClosed: UnreadableMember?
  let reference: ObjectReference?
  /// The collections that were read from a struct: a predicate may read one again for each element of another one.
  private let collections: Locked<[ScalarString: QueryValue]>?

  /// Nil for everything that is not a value of the language: a function, a tuple, an enum, an actor.
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
      // An instance may change.
      collections = nil
    } else {
      guard mirror.displayStyle == .struct || isCustom else { return nil }
      reference = nil
      collections = Locked([:])
    }
    fields = isCustom ? nil : MirroredFields.of(Swift.type(of: value), mirror)
    declared = hasTable ? Self.declared(value, ObjectType(Value.self, reading).shape) : nil
  }

  private static func declared<Value>(_ value: Value, _ shape: ObjectShape) -> (any ShapedObject)? {
    if shape.properties.isEmpty { return nil }
    if shape.isClass {
      return RetainedInstance(at: UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque()), shape)
    }
    let copy = OwnedValue(value)
    return ReflectedObject(address: copy.address, shape: shape, owner: copy)
  }

  var swiftValue: Any { value }

  var entityName: String { ShapeRegistry.name(of: type) }

  /// True for structs whose every field can be read. The value that `Mirror` gives for an unreadable field shows nothing about equality.
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
    guard let stored = stored(key), let value = QueryValue.ofProperty(stored, reading) else { return nil }
    switch value {
    case .array, .set, .dictionary: collections?.withLock { $0[ScalarString(key)] = value }
    default: break
    }
    return value
  }

  /// Why a property that the mirror lists has no value; nil if it lists no property of the name.
  func unreadableMember(named name: String) -> UnreadableMember? {
    if let whyClosed { return whyClosed }
    if let stored = stored(name) {
      return TypeReflection.unreadable(Swift.type(of: stored), reading, remedy: TypeReflection.tableRemedy)
    }
    return TypeReflection.computedProperty(named: name, among: labels)
  }

  /// The names that the mirrors of the type and its superclasses list, in the order of their declaration.
  private var labels: [String] {
    mirror.withSuperclasses.reversed().flatMap { $0.children.compactMap(\.label) }
  }

  private func stored(_ name: String) -> Any? {
    fields.map { $0.child(named: name, of: mirror) } ?? child(named: name)
  }

  /// The child of the custom mirror with a name.
  private func child(named name: String) -> Any? {
    for level in mirror.withSuperclasses {
      for child in level.children where child.label?.hasSameScalars(as: name) ?? false { return child.value }
    }
    return nil
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

/// The places of a type's stored properties in its mirrors, found once, because reading a child copies it.
final class MirroredFields: Sendable {
  /// Where a property is listed.
  struct Place: Sendable {
    /// The number of superclasses upwards.
    let level: Int
    /// The index of the child in that mirror.
    let index: Int

    /// The property's value; nil if the mirror has fewer children.
    func child(of mirror: Mirror) -> Any? {
      var mirror = mirror
      for _ in 0..<level {
        guard let next = mirror.superclassMirror else { return nil }
        mirror = next
      }
      let children = mirror.children
      guard index < children.count else { return nil }
      return children[children.index(children.startIndex, offsetBy: index)].value
    }
  }

  private let places: [ScalarString: Place]

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
    var places: [ScalarString: Place] = [:]
    for (level, found) in mirror.withSuperclasses.enumerated() {
      for (index, child) in found.children.enumerated() {
        guard let name = child.label.map(ScalarString.init), places[name] == nil else { continue }
        places[name] = Place(level: level, index: index)
      }
    }
    self.places = places
  }

  /// The value of a property; nil if there is none of that name.
  func child(named name: String, of mirror: Mirror) -> Any? {
    places[ScalarString(name)].flatMap { $0.child(of: mirror) }
  }

  /// The places of properties; nil if one of the names is unknown.
  func places(of names: [String]) -> [Place]? {
    let found = names.compactMap { places[ScalarString($0)] }
    return found.count == names.count ? found : nil
  }
}

extension Mirror {
  /// The mirror, and after it those of the superclasses, upwards.
  var withSuperclasses: some Sequence<Mirror> { sequence(first: self) { $0.superclassMirror } }
}

/// Reads some stored properties of elements of one type by `Mirror`, with one mirror per element.
///
/// The alternative, one ``MirroredObject`` per element, copies the element once more.
package struct MirroredElements: Sendable {
  /// The values of the names, in their order, for the element at an address. Nil for an element that must be read as an object: it lacks a property or has an
  /// unreadable one, or its dynamic type differs from the elements' type.
  package let values: AddressLoader<[QueryValue]>

  /// Nil for types with a property table or a custom mirror.
  init?(_ element: any Any.Type, _ names: [String], _ reading: BindingOptions.Reading) {
    if element is any QueryableProperties.Type || element is any CustomReflectable.Type
      || TypeReflection.isClosed(element, reading)
    {
      return nil
    }
    func make<Element>(_: Element.Type) -> AddressLoader<[QueryValue]> {
      let places = Locked<[MirroredFields.Place]?>(nil)
      return { address in
        let element = address.assumingMemoryBound(to: Element.self).pointee
        guard Swift.type(of: element as Any) == Element.self else { return nil }
        let mirror = Mirror(reflecting: element)
        let known =
          places.withLock { $0 }
          ?? {
            guard mirror.displayStyle == .struct || mirror.displayStyle == .class,
              let found = MirroredFields.of(Element.self, mirror).places(of: names)
            else { return nil }
            places.withLock { $0 = found }
            return found
          }()
        guard let known else { return nil }
        var values: [QueryValue] = []
        values.reserveCapacity(known.count)
        for place in known {
          guard let child = place.child(of: mirror), let value = QueryValue.ofProperty(child, reading) else {
            return nil
          }
          values.append(value)
        }
        return values
      }
    }
    values = make(element)
  }
}
