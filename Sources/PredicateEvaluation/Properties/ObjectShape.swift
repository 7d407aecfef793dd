import PredicateBinding
import PredicateValues

/// The properties of one Swift type, and how each is reached.
final class ObjectShape: Sendable {
  /// One property.
  struct Property: Sendable {
    let name: String
    /// The Swift type of the values.
    let type: any Any.Type
    /// The type that the values are loaded as; see ``RawStruct``.
    let storedType: any Any.Type
    let reader: ValueReader
    let access: PropertyAccess
    /// The ways into the values that were compiled for their type; nil where there are none.
    let typeAccess: TypeAccess?

    init(
      name: String, type: any Any.Type, reader: ValueReader, access: PropertyAccess, typeAccess: TypeAccess? = nil
    ) {
      self.name = name
      self.type = type
      storedType = RawStruct.stored(type)
      self.reader = reader
      self.access = access
      self.typeAccess = typeAccess
    }

    /// The property as the binder sees it.
    var member: Member {
      switch reader.kind {
      case .attribute(let type): Member(name, .attribute(type), isOptional: reader.isOptional)
      case .toOne(let type): Member(name, .toOne(type.name), isOptional: reader.isOptional)
      case .toMany(let type): Member(name, .toMany(type.name), isOptional: reader.isOptional)
      }
    }

    /// The value for an object of the shape.
    func value(of object: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
      switch access {
      case .stored(let offset):
        return reader.value(at: object + offset, owner: owner)
      case .computed(let gather):
        let copy = gather.value(of: object)
        return reader.value(at: copy.address, owner: copy)
      }
    }
  }

  /// The name in messages and to the binder; different types have different names.
  let name: String
  /// The Swift type.
  let type: any Any.Type
  /// What is read of the type, if it declares no table, and of the types that it leads to.
  let reading: BindingOptions.Reading
  /// Whether the type needs a table and declares none. Then there are no properties, and only the identity of an instance counts.
  let isClosed: Bool
  /// Whether this is the optional of an object, with that as its only property, which has no name.
  let isBox: Bool
  /// Whether the objects are instances of a class.
  let isClass: Bool
  /// In the order of their declaration.
  let properties: [Property]
  /// Where a struct refers to other memory.
  let references: ElementReferences
  /// Why the table of the type is none that can be used; nil where it can be, and where there is none. Then there are no properties.
  let tableFault: String?
  /// How a struct says itself that it is equal to another; nil where it does not.
  let ownEquality: (any OwnEquality)?
  /// A field of a struct, or a line of its table, that cannot be read, so that its properties do not say whether two of them are equal.
  let unreadableField: String?
  /// Whether properties that nothing lists are stored in a struct, so that those that are listed do not say either.
  let hidesFields: Bool

  /// Reads the properties from the type's table, where it has one, else from its stored properties.
  init(of type: any Any.Type, named name: String, _ reading: BindingOptions.Reading) {
    self.name = name
    self.type = type
    self.reading = reading
    isClass = type is AnyClass
    if type is any OptionalReference.Type, let reader = ValueReaders.reader(of: type, reading) {
      isBox = true
      isClosed = false
      properties = [Property(name: "", type: type, reader: reader, access: .stored(offset: 0))]
      references = ElementReferences(properties)
      tableFault = nil
      ownEquality = nil
      unreadableField = nil
      hidesFields = false
      return
    }
    isBox = false
    let table = type as? any QueryableProperties.Type
    tableFault = table?.fault
    isClosed = TypeReflection.isClosed(type, reading)
    properties =
      if tableFault != nil || isClosed { [] } else if let table {
        table.declared(reading.behindTable)
      } else {
        TypeReflection.properties(of: type, reading)
      }
    references = ElementReferences(isClass ? [] : properties)
    func equality<Value: Equatable>(_: Value.Type) -> any OwnEquality { ComparedValues<Value>() }
    ownEquality = isClass ? nil : (type as? any Equatable.Type).map { equality($0) }
    hidesFields = ownEquality == nil && table?.listsStoredFields ?? true && TypeReflection.hidesFields(type)
    if isClass || ownEquality != nil {
      unreadableField = nil
    } else if let table {
      unreadableField = tableFault != nil ? nil : table.firstUnreadable(reading.behindTable)
    } else {
      unreadableField = TypeReflection.fieldName(of: type, outside: properties.map(\.name))
    }
  }

  var memberNames: [String] { properties.map(\.name) }

  /// The property of a name.
  func property(named name: String) -> Property? {
    properties.first { $0.name.hasSameScalars(as: name) }
  }

  /// Why a property that the type declares cannot be read; nil where it declares none of the name. Of a type with a table only what the
  /// table lists is told.
  func unreadableProperty(named name: String) -> UnreadableMember? {
    if isClosed { return TypeReflection.needsTable(type) }
    guard let table = type as? any QueryableProperties.Type else {
      return TypeReflection.unreadableProperty(named: name, of: type, reading)
    }
    if let tableFault { return UnreadableMember(reason: tableFault) }
    if let unreadable = table.typeOfUnreadable(name) {
      return TypeReflection.unreadable(unreadable, reading.behindTable)
    }
    return table.listsStoredFields
      ? TypeReflection.unreadableProperty(named: name, of: type, reading.behindTable) : nil
  }
}

extension ObjectShape {
  /// Why two objects of the type cannot be told to be equal, as it stands behind a colon; nil where they can be.
  func whyIncomparable(_ seen: inout Set<ObjectIdentifier>) -> UnreadableMember? {
    guard !isClass, ownEquality == nil, seen.insert(ObjectIdentifier(self)).inserted else { return nil }
    if hidesFields {
      return UnreadableMember(
        reason: "the fields of \(name) are not listed at run time, as those of a C union are",
        remedy: "a type that is Equatable is compared by its own ==")
    }
    if let field = unreadableField {
      let reason = unreadableProperty(named: field)?.reason ?? "predicates cannot read its type"
      return UnreadableMember(
        reason: "the property “\(field)” of \(name) cannot be read: \(reason)",
        remedy: "a type that is Equatable is compared by its own ==")
    }
    for property in properties {
      if let found = property.shape?.whyIncomparable(&seen) { return found }
    }
    return nil
  }
}

extension ObjectShape.Property {
  /// The shape of the objects that the property gives, alone or in collections.
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

/// How a property is reached.
enum PropertyAccess: Sendable {
  /// It lies in the object, so many bytes behind its beginning.
  case stored(offset: Int)
  /// Client code gives it.
  case computed(PropertyGather)
}

extension QueryableProperties {
  /// Why the table is not one of this type. The compiler lets any type be the root, and reading one type as another is reading other
  /// memory.
  fileprivate static var fault: String? {
    let own: any Any.Type = Self.self
    let root: any Any.Type = PropertyRoot.self
    if own == root || (own is AnyClass && root is AnyClass && Self.self is PropertyRoot.Type) { return nil }
    return
      "its table lists properties of \(String(describing: root)), which \(String(describing: own)) "
      + (own is AnyClass && root is AnyClass ? "does not inherit from" : "is not")
  }

  /// Whether the table lists all stored properties, whatever these are.
  package static var listsStoredFields: Bool { queryProperties.contains { $0.line == nil } }

  /// The names of the lines that are properties of their own.
  private static var ownNames: [String] { queryProperties.filter { $0.line != nil }.map(\.name) }

  /// The first line, or stored property that the table lists, that no predicate can read.
  fileprivate static func firstUnreadable(_ reading: BindingOptions.Reading) -> String? {
    for property in queryProperties {
      if let line = property.line {
        if ValueReaders.reader(of: line.type, reading) == nil { return property.name }
      } else {
        let read = TypeReflection.properties(of: Self.self, reading).map(\.name) + ownNames
        if let field = TypeReflection.fieldName(of: Self.self, outside: read) { return field }
      }
    }
    return nil
  }

  /// The type of a line of the table that no predicate can read.
  fileprivate static func typeOfUnreadable(_ name: String) -> (any Any.Type)? {
    queryProperties.first { $0.line != nil && $0.name.hasSameScalars(as: name) }?.line?.type
  }

  /// The table as properties of a shape, those of unreadable types left out.
  fileprivate static func declared(_ reading: BindingOptions.Reading) -> [ObjectShape.Property] {
    let ownNames = ownNames
    return queryProperties.flatMap { property -> [ObjectShape.Property] in
      guard let line = property.line else {
        return TypeReflection.properties(of: Self.self, reading).filter { field in
          !ownNames.contains { $0.hasSameScalars(as: field.name) }
        }
      }
      return ValueReaders.reader(of: line.type, reading).map {
        [
          ObjectShape.Property(
            name: property.name, type: line.type, reader: $0, access: line.access, typeAccess: line.typeAccess)
        ]
      } ?? []
    }
  }
}
