import PredicateBinding
import PredicateMemory

/// The properties of a Swift type, and how they are read.
package final class ObjectShape: Sendable {
  package struct Property: Sendable {
    package let name: String
    /// The Swift type of the values.
    package let type: any Any.Type
    /// The type as which the values are loaded; see ``RawStruct``.
    package var storedType: any Any.Type { RawStruct.stored(type) }
    package let reader: ValueReader
    package let access: PropertyAccess
    /// Functions for the values that were compiled for their type. Nil if the property table did not supply them.
    package var typeAccess: TypeAccess?

    /// The property as the binder sees it.
    package var member: Member {
      switch reader.kind {
      case .attribute(let type): Member(name, .attribute(type), isOptional: reader.isOptional)
      case .toOne(let type): Member(name, .toOne(type.name), isOptional: reader.isOptional)
      case .toMany(let type): Member(name, .toMany(type.name), isOptional: reader.isOptional)
      }
    }

    /// The property's value for an object of the type.
    package func value(of object: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
      switch access {
      case .stored(let offset):
        return reader.value(at: object + offset, owner: owner)
      case .computed(let gather):
        let copy = gather.value(of: object)
        return reader.value(at: copy.address, owner: copy)
      }
    }
  }

  /// The name of the type in messages and for the binder. Different types have different names.
  let name: String
  package let type: any Any.Type
  /// How the type is read if it declares no table, and how the types of its properties are read.
  package let reading: BindingOptions.Reading
  /// Whether the type needs a table but declares none. It then has no properties, and only the identity of an instance can be compared.
  package let isClosed: Bool
  /// Whether the type is an optional of an object. Its only property is the object, and has no name.
  package let isBox: Bool
  package let isClass: Bool
  /// The properties that can be read, in the order of their declaration.
  package let properties: [Property]
  /// The fields, or the entries of the table, that cannot be read. If a struct has one, its properties do not decide whether two structs are equal.
  let unreadable: [DeclaredProperty]
  /// The reason why the type's table cannot be used. Nil if it can be used, or if there is none. A type with an unusable table has no properties.
  let tableFault: String?
  /// Whether a struct has its own `==`.
  let hasOwnEquality: Bool
  /// Whether a struct stores something that the runtime does not list as a field. The properties then do not decide whether two structs are equal.
  let hidesFields: Bool

  /// Reads the properties from the type's table. The properties of a type without a table are its stored properties.
  init(of type: any Any.Type, named name: String, _ reading: BindingOptions.Reading) {
    self.name = name
    self.type = type
    self.reading = reading
    isClass = type is AnyClass
    let box = type is any OptionalReference.Type ? ValueReaders.reader(of: type, reading) : nil
    isBox = box != nil
    let table = type as? any QueryableProperties.Type
    tableFault = table?.fault
    isClosed = box == nil && TypeReflection.isClosed(type, reading)
    let declared: [DeclaredProperty] =
      if let box {
        [DeclaredProperty(Property(name: "", type: type, reader: box, access: .stored(offset: 0)))]
      } else if tableFault != nil || isClosed { [] } else if let table {
        table.declared(reading.behindTable)
      } else {
        TypeReflection.fields(of: type, reading)
      }
    properties = declared.compactMap(\.property)
    unreadable = declared.filter { $0.property == nil }
    hasOwnEquality = !isClass && box == nil && type is any Equatable.Type
    hidesFields = !hasOwnEquality && table?.listsStoredFields ?? true && TypeReflection.hidesFields(type)
  }

  var memberNames: [String] { properties.map(\.name) }

  package func property(named name: String) -> Property? {
    properties.first { $0.name.hasSameScalars(as: name) }
  }

  /// The reason why a property that the type declares cannot be read. Nil if the type declares no property with this name. If the type has a table,
  /// only the properties of the table count.
  func unreadableProperty(named name: String) -> UnreadableMember? {
    if isClosed { return TypeReflection.needsTable(type) }
    if let tableFault { return UnreadableMember(reason: tableFault) }
    if let found = unreadable.first(where: { $0.name.hasSameScalars(as: name) }) { return found.whyUnreadable() }
    guard (type as? any QueryableProperties.Type)?.listsStoredFields ?? true else { return nil }
    return TypeReflection.computedProperty(named: name, among: FieldTable.fields(of: type).map(\.name))
  }
}

/// A property that a type declares: how it is read, or the reason why it cannot be read.
struct DeclaredProperty: Sendable {
  let name: String
  /// How the property is read; nil if it cannot be read.
  let property: ObjectShape.Property?
  let whyUnreadable: @Sendable () -> UnreadableMember?

  init(_ property: ObjectShape.Property) {
    name = property.name
    self.property = property
    whyUnreadable = { nil }
  }

  init(unreadable name: String, because reason: @escaping @Sendable () -> UnreadableMember) {
    self.name = name
    property = nil
    whyUnreadable = reason
  }
}

extension ObjectShape {
  /// The reason why it cannot be decided whether two objects of the type are equal; nil if it can. The reason is a text for the place after a colon.
  func whyIncomparable(_ seen: inout Set<ObjectIdentifier>) -> UnreadableMember? {
    guard !isClass, !hasOwnEquality, seen.insert(ObjectIdentifier(self)).inserted else { return nil }
    if hidesFields {
      return UnreadableMember(
        reason: "Swift cannot list the fields of \(name) at run time, because it is a type such as a C union",
        remedy: "conform the type to Equatable, so that predicates can compare its values with ==")
    }
    if let unreadable = unreadable.first {
      let field = TypeReflection.declaredName(of: unreadable.name)
      let reason = unreadableProperty(named: field)?.reason ?? "predicates cannot read its type"
      return UnreadableMember(
        reason: "the property “\(field)” of \(name) cannot be read: \(reason)",
        remedy: "conform the type to Equatable, so that predicates can compare its values with ==")
    }
    for property in properties {
      if let found = property.shape?.whyIncomparable(&seen) { return found }
    }
    return nil
  }
}

extension ObjectShape.Property {
  /// The shape of the objects that the property refers to, as its value or in a collection; nil if there are none.
  fileprivate var shape: ObjectShape? {
    switch reader.kind {
    case .toOne(let type), .toMany(let type): return type.shape
    case .attribute(var type):
      while case .collection(let element) = type { type = element }
      if case .object(let name) = type { return ShapeRegistry.shape(named: name, reader.reading) }
      return nil
    }
  }
}

extension QueryableProperties {
  /// The reason why the table does not belong to this type; nil if it does. The compiler permits any type as the root, but reading a type as another
  /// one would read wrong memory.
  fileprivate static var fault: String? {
    let own: any Any.Type = Self.self
    let root: any Any.Type = PropertyRoot.self
    if own == root || (own is AnyClass && root is AnyClass && Self.self is PropertyRoot.Type) { return nil }
    return
      "its table lists properties of \(String(describing: root)), which \(String(describing: own)) "
      + (own is AnyClass && root is AnyClass ? "does not inherit from" : "is not")
  }

  /// Whether the table lists all stored properties.
  package static var listsStoredFields: Bool { queryProperties.contains { $0.line == nil } }

  /// The properties in the table.
  fileprivate static func declared(_ reading: BindingOptions.Reading) -> [DeclaredProperty] {
    let ownNames = queryProperties.filter { $0.line != nil }.map(\.name)
    return queryProperties.flatMap { property -> [DeclaredProperty] in
      guard let line = property.line else {
        return TypeReflection.fields(of: Self.self, reading).filter { field in
          !ownNames.contains { $0.hasSameScalars(as: field.name) }
        }
      }
      guard let reader = ValueReaders.reader(of: line.type, reading) else {
        return [DeclaredProperty(unreadable: property.name) { TypeReflection.unreadable(line.type, reading) }]
      }
      let found = ObjectShape.Property(
        name: property.name, type: line.type, reader: reader, access: line.access, typeAccess: line.typeAccess)
      return [DeclaredProperty(found)]
    }
  }
}

extension ObjectShape {
  /// Whether the type declares a table whose properties are all known before a predicate runs.
  var isDeclared: Bool { Self.isDeclared(type) }

  /// Whether a type declares a table whose properties are all known before a predicate runs. If the table lists the stored properties, the runtime
  /// must list the fields.
  static func isDeclared(_ type: any Any.Type) -> Bool {
    (type as? any QueryableProperties.Type).map { FieldTable.isTrusted || !$0.listsStoredFields } ?? false
  }
}

extension ObjectShape.Property {
  /// Whether the property can give only scalars, and objects of types with a table.
  package var isDeclared: Bool { Self.isDeclared(type, mayBeObject: true) }

  /// - Parameter mayBeObject: Whether the type may be an object type with a table. The values of a dictionary are looked up by name when a predicate
  ///   runs, without the policy for the table.
  private static func isDeclared(_ type: any Any.Type, mayBeObject: Bool) -> Bool {
    if let type = type as? any QueryPropertyValue.Type {
      switch type.queryType {
      case .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url: return true
      case .any, .object, .dictionary, .collection: return false
      }
    }
    if let container = type as? any ReadableContainer.Type {
      return isDeclared(container.held, mayBeObject: mayBeObject && container.keyType == nil)
    }
    if type is any RawRepresentable.Type || type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type {
      return true
    }
    return mayBeObject && ObjectShape.isDeclared(type)
  }
}

/// A type of objects, and how the objects are read.
package struct ObjectType: Sendable {
  /// A struct or a class.
  package let type: any Any.Type
  /// How the type is read if it declares no table, and how the types of its properties are read.
  let reading: BindingOptions.Reading

  /// The type with one of the settings for reading it. Classes and types with a table are read in the same way by `values` and `tables`, so both
  /// settings have the same shape.
  init(_ type: any Any.Type, _ reading: BindingOptions.Reading) {
    self.type = type
    let isSame = type is AnyClass || type is any QueryableProperties.Type
    self.reading = isSame ? reading.behindTable : reading
  }

  var isClass: Bool { type is AnyClass }

  /// Whether objects of the type are read only by a table, but the type has none.
  var isClosed: Bool { TypeReflection.isClosed(type, reading) }

  /// The name of the type for the binder.
  var name: String { ShapeRegistry.name(of: type) }

  package var shape: ObjectShape { ShapeRegistry.shape(of: self) }
}

/// Structs that store only their raw value: `struct FilmID: RawRepresentable { let rawValue: Int }`, an option set.
///
/// The raw value has the same address as the struct. So values of the struct are loaded and compared as values of the raw type.
package enum RawStruct {
  /// The raw type of such a struct, or the optional raw type of an optional of such a struct. Any other type is returned unchanged.
  package static func stored(_ type: any Any.Type) -> any Any.Type {
    if let raw = type as? any RawRepresentable.Type { return rawType(of: raw)?.plain ?? type }
    guard let raw = (type as? any OptionalReference.Type)?.wrapped as? any RawRepresentable.Type else { return type }
    return rawType(of: raw)?.optional ?? type
  }

  /// The raw type and its optional. Nil for a struct that stores anything else, for an enum, and if the fields are not known.
  private static func rawType<Value: RawRepresentable>(
    of _: Value.Type
  ) -> (plain: any Any.Type, optional: any Any.Type)? {
    // A type that declares its values in the language is read by this declaration.
    guard !(Value.self is any QueryPropertyValue.Type), Value.RawValue.self is any QueryPropertyValue.Type,
      TypeKind(of: Value.self) == .struct, MemoryLayout<Value>.size == MemoryLayout<Value.RawValue>.size
    else { return nil }
    let fields = FieldTable.fields(of: Value.self)
    guard fields.count == 1, fields[0].name == "rawValue", fields[0].offset == 0, fields[0].isStrong,
      fields[0].type == Value.RawValue.self
    else { return nil }
    return (Value.RawValue.self, Value.RawValue?.self)
  }
}
