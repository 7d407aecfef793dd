import PredicateBinding
import PredicateMemory

/// A class whose objects another module reads. Neither reflection nor a property table gives their properties.
package protocol ReadElsewhere: AnyObject {
  /// The reason why this module does not read the objects: `the context of a Movie reads its properties`.
  static var whyElsewhere: String { get }
  /// The calls that read the objects.
  static var waysElsewhere: String { get }
}

/// Finds the properties that predicates can read of types without a property table, and the reasons why they cannot read others.
package enum TypeReflection {
  /// The stored properties. Those that are not lazy and have a readable type can be read.
  static func fields(of type: any Any.Type, _ reading: BindingOptions.Reading) -> [DeclaredProperty] {
    if type is any Actor.Type { return [] }
    return FieldTable.fields(of: type).map { field in
      property(of: field, in: type, reading).map { DeclaredProperty($0) }
        ?? DeclaredProperty(unreadable: field.name) { [type = field.type, isStrong = field.isStrong] in
          isStrong
            ? unreadable(type, reading, remedy: tableRemedy)
            : UnreadableMember(reason: hiddenReason, remedy: tableRemedy)
        }
    }
  }

  /// Whether objects of a type are read only by a table, but the type has none.
  static func isClosed(_ type: any Any.Type, _ reading: BindingOptions.Reading) -> Bool {
    if type is any QueryableProperties.Type { return false }
    return reading == .tables || reading == .values && type is AnyClass
  }

  /// The reason why a type that needs a table, but declares none, is not read.
  package static func needsTable(_ type: any Any.Type) -> UnreadableMember {
    let name = ShapeRegistry.name(of: type)
    if let read = type as? any ReadElsewhere.Type {
      return UnreadableMember(reason: read.whyElsewhere, remedy: read.waysElsewhere, code: .needsTable)
    }
    return UnreadableMember(
      reason: type is AnyClass
        ? "the class \(name) must have a property table"
        : "\(name) must have a property table, because another property table refers to it",
      remedy:
        "conform the type to QueryableProperties with [.storedFields], or pass BindingOptions(reading: .everything)",
      code: .needsTable)
  }

  /// The reason why values of a type cannot be read.
  static func unreadable(
    _ type: any Any.Type, _ reading: BindingOptions.Reading, remedy: String? = nil
  ) -> UnreadableMember {
    let held = held(by: type)
    if ValueReaders.reader(of: held, reading) == nil, ValueReaders.reader(of: held, .everything) != nil {
      return needsTable(held)
    }
    return UnreadableMember(reason: whyUnreadable(type), remedy: remedy)
  }

  /// The reason why values of a readable type are hidden if only tables are read.
  static func hidden(_ type: any Any.Type) -> UnreadableMember {
    let held = held(by: type)
    if case .toOne(let object)? = ValueReaders.reader(of: held, .tables)?.kind, object.shape.isClosed {
      return needsTable(held)
    }
    return UnreadableMember(reason: "its type \(type) is known only when a predicate runs")
  }

  /// The type of the values in the innermost of nested containers.
  private static func held(by type: any Any.Type) -> any Any.Type {
    var held = type
    while let container = held as? any ReadableContainer.Type, container.unreadableKeys == nil { held = container.held }
    return held
  }

  /// The prefix of the name that the compiler gives to the storage of a lazy property.
  private static let lazyPrefix = "$__lazy_storage_$_"

  /// The remedy in issues about a property that cannot be read.
  static let tableRemedy = "conform the type to QueryableProperties, and list the property in its table"

  /// The reason why a property cannot be read that is stored under another name. Nil if no stored property belongs to it.
  static func computedProperty(named name: String, among stored: [String]) -> UnreadableMember? {
    for field in stored {
      if field.hasSameScalars(as: lazyPrefix + name) {
        return UnreadableMember(reason: "it is lazy", remedy: tableRemedy)
      }
      if field.hasSameScalars(as: "_" + name) {
        return UnreadableMember(
          reason: "it is not stored with this name, because it is computed or in a property wrapper of “\(field)”",
          remedy: tableRemedy)
      }
    }
    return nil
  }

  /// The name with which a property was declared whose storage has a name. They differ for a lazy property.
  static func declaredName(of stored: String) -> String {
    stored.hasPrefix(lazyPrefix) ? String(stored.dropFirst(lazyPrefix.count)) : stored
  }

  /// Whether this is a struct whose size is not 0.
  static func hasContents(_ type: any Any.Type) -> Bool {
    !(type is AnyClass) && TypeKind(of: type) == .struct && size(of: type) > 0
  }

  /// The number of bytes in a value of the type.
  package static func size(of type: any Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return size(type)
  }

  /// Whether a struct stores something, but the runtime lists no field. Examples are a C union, and a type of a module without reflection metadata.
  static func hidesFields(_ type: any Any.Type) -> Bool {
    FieldTable.isTrusted && hasContents(type) && FieldTable.fields(of: type).isEmpty
  }

  /// The reason why values of a type are not values of the language.
  static func whyUnreadable(_ type: any Any.Type) -> String {
    // The runtime reports `()` for a type that it cannot describe.
    if type == Void.self {
      return "its value is (), or its type is not known at run time, like a type that cannot be copied"
    }
    return "its type, \(String(describing: type)), " + whatIs(type)
  }

  private static func whatIs(_ type: any Any.Type) -> String {
    if type is any Actor.Type { return "is an actor, and only the actor can read its properties" }
    if let container = type as? any ReadableContainer.Type {
      if let keys = container.unreadableKeys { return "is a dictionary whose keys are of type \(keys) and not strings" }
      return "holds \(String(describing: container.held)), which " + whatIs(container.held)
    }
    switch TypeKind(of: type) {
    case .enum: return "is an enum with associated values, which predicates cannot read"
    case .tuple: return "is a tuple, which predicates cannot read; a struct would be readable"
    case .function: return "is a function"
    default: return "is one that predicates cannot read"
    }
  }

  private static func property(
    of field: FieldTable.Field, in type: any Any.Type, _ reading: BindingOptions.Reading
  ) -> ObjectShape.Property? {
    guard !field.name.isEmpty, !field.name.hasPrefix("$") else { return nil }
    if !field.isStrong { return mirroredProperty(field, of: type, reading) }
    return ValueReaders.reader(of: field.type, reading).map {
      ObjectShape.Property(name: field.name, type: field.type, reader: $0, access: .stored(offset: field.offset))
    }
  }

  /// A weak or unowned property. `Mirror` gives its value, whose type is known only when a predicate runs. Nil for a type with a custom mirror.
  private static func mirroredProperty(
    _ field: FieldTable.Field, of type: any Any.Type, _ reading: BindingOptions.Reading
  ) -> ObjectShape.Property? {
    if type is any CustomReflectable.Type || ValueReaders.reader(of: field.type, reading) == nil { return nil }
    func gather<Root>(_: Root.Type) -> PropertyLoader {
      PropertyLoader(Root.self) { [name = field.name] (root: Root) -> Any in
        let mirror = Mirror(reflecting: root).withSuperclasses.first { $0.subjectType == Root.self }
        if let value = mirror?.property(named: name) { return value }
        let reason = UnreadableMember(reason: hiddenReason, remedy: tableRemedy)
        return QueryValue.object(
          UnusableValue(.unreadableMember(name, of: ShapeRegistry.name(of: Root.self), because: reason, range: .none)))
      }
    }
    return ValueReaders.reader(of: Any.self, reading).map {
      ObjectShape.Property(name: field.name, type: Any.self, reader: $0, access: .computed(gather(type)))
    }
  }

  /// The reason why a weak or unowned property of a type with a custom mirror cannot be read.
  private static let hiddenReason = "it is weak or unowned, and its type has a custom Mirror"
}
