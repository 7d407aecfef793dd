import PredicateBinding
import PredicateMemory
import PredicateValues

/// A struct or an instance of a class without a property table, where the runtime may not be asked for fields: `Mirror` lists its stored
/// properties.
///
/// It holds a copy of the struct, or the instance. To read a property is far slower than a in-place read: the mirror copies its value. Of a type
/// with a mirror of its own (`CustomReflectable`) the properties are what that mirror lists.
///
/// Between threads it is as safe as the value is, which is why it may say that it is `Sendable`: whoever hands a value to a predicate
/// answers for that.
struct MirroredObject: SelfComparingObject, @unchecked Sendable {
  private let value: Any
  private let mirror: Mirror
  private let type: any Any.Type
  /// Where the mirror lists the properties; nil of a type with a mirror of its own, which may list something else for each value.
  private let fields: MirroredFields?
  /// What is read of the types that it leads to.
  private let reading: BindingOptions.Reading
  /// Gives the lines of a table that are properties of their own, of a type whose table lists the stored properties, too.
  private let declared: (any ShapedObject)?
  /// Why only the identity counts; nil where the properties can be read.
  let whyClosed: UnreadableMember?
  let reference: ObjectReference?
  /// The collections that were read of a struct: a predicate may ask for one again for each element of another one.
  private let collections: Locked<[ScalarString: QueryValue]>?

  /// Nil for what is no value of the language: a function, a tuple, an enum without raw values, an actor.
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

  var entityName: String { ShapeRegistry.name(of: type) }

  /// Structs of which every field can be read. What `Mirror` gives of other fields says nothing about the value.
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

  /// Why a property that the mirror lists gives no value; nil where it lists none of the name.
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

  /// What the type's own mirror lists under a name.
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

/// Where the mirrors of a type list its stored properties: found out once, since to look at a child is to copy it.
final class MirroredFields: Sendable {
  /// Where a property is listed.
  struct Place: Sendable {
    /// How many superclasses up.
    let level: Int
    /// Which child of that mirror.
    let index: Int

    /// The property's value; nil where the mirror lists less.
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

  /// The fields of a type that has no mirror of its own.
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

  /// The value of a property; nil where there is none of that name.
  func child(named name: String, of mirror: Mirror) -> Any? {
    places[ScalarString(name)].flatMap { $0.child(of: mirror) }
  }

  /// The places of properties; nil where one of the names is none's.
  func places(of names: [String]) -> [Place]? {
    let found = names.compactMap { places[ScalarString($0)] }
    return found.count == names.count ? found : nil
  }
}

extension Mirror {
  /// The mirror, and after it those of the superclasses, upwards.
  var withSuperclasses: some Sequence<Mirror> { sequence(first: self) { $0.superclassMirror } }
}

/// Reads some stored properties of elements of one type by `Mirror`, all of them with one mirror an element.
///
/// An object would be made for each element else (``MirroredObject``), which copies the element once more.
package struct MirroredElements: Sendable {
  /// The values of the names, in their order, of the element at an address; nil of one that is read as an object: it has no property of some
  /// name, or one that cannot be read, or its type is not the one that was found first.
  package let values: AddressLoader<[QueryValue]>

  /// Nil for types with a table or a mirror of their own.
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
