import PredicateBinding

/// Gives the binder the members of Swift types.
struct SwiftTypeSource: ObjectTypeSource {
  /// How types without a property table are read.
  let reading: BindingOptions.Reading
  /// The shape of the elements. Most names belong to it, so it is tried before the registry.
  var elements: ObjectShape?

  func member(named name: String, of entity: String) -> Member? {
    guard let shape = shape(entity), let property = shape.property(named: name),
      reading != .tables || shape.isDeclared && property.isDeclared
    else { return nil }
    return property.member
  }

  func memberNames(of entity: String) -> [String] {
    guard let shape = shape(entity) else { return [] }
    if reading != .tables { return shape.memberNames }
    return shape.isDeclared ? shape.properties.filter(\.isDeclared).map(\.name) : []
  }

  func hasIdentity(_ entity: String) -> Bool {
    guard let shape = shape(entity) else { return false }
    if case .toOne(let type)? = shape.isBox ? shape.properties.first?.reader.kind : nil { return type.isClass }
    return shape.isClass
  }

  func boxedMember(of entity: String) -> Member? {
    guard let shape = shape(entity), shape.isBox else { return nil }
    return shape.properties.first?.member
  }

  func ancestors(of entity: String) -> [String] {
    guard let type = shape(entity)?.type as? AnyClass else { return [] }
    return sequence(first: type) { _getSuperclass($0) }.dropFirst().map { ShapeRegistry.name(of: $0) }
  }

  func policyNames(of entity: String) -> [String] {
    shape(entity).map { ShapeRegistry.names(of: $0.type).called } ?? [entity]
  }

  func entities(withPolicyName name: String) -> [String] { ShapeRegistry.names(ofTypesCalled: name) }

  func mayShareObjects(_ entity: String, _ other: String) -> Bool {
    guard let first = shape(entity)?.type as? AnyClass, let second = shape(other)?.type as? AnyClass else {
      return false
    }
    return Self.isKind(first, of: second) || Self.isKind(second, of: first)
  }

  private static func isKind(_ type: AnyClass, of other: any Any.Type) -> Bool {
    func check<Class>(_: Class.Type) -> Bool { type is Class.Type }
    return check(other)
  }

  func noteOnMembers(of entity: String) -> String? {
    guard reading != .tables, let shape = shape(entity), !shape.isClosed else { return nil }
    let table = shape.type as? any QueryableProperties.Type
    guard table?.listsStoredFields ?? true else { return nil }
    if shape.memberNames.isEmpty, TypeReflection.hasContents(shape.type) {
      return
        "conform the type to QueryableProperties. Perhaps its module was compiled with -disable-reflection-metadata"
    }
    return table == nil
      ? "to use computed properties, conform the type to QueryableProperties"
      : "add computed properties to the property table"
  }

  func rawTexts(of member: String, of entity: String) -> [String]? {
    guard var type = shape(entity)?.property(named: member)?.type else { return nil }
    while let container = type as? any ReadableContainer.Type { type = container.held }
    guard let cases = type as? any CaseIterable.Type else { return nil }
    func texts<Cases: CaseIterable>(_: Cases.Type) -> [String]? {
      let texts = Cases.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
      return texts.count == Cases.allCases.count && !texts.isEmpty ? texts : nil
    }
    return texts(cases)
  }

  func singleValueType(ofDictionary member: String, of entity: String) -> QueryType? {
    guard var type = shape(entity)?.property(named: member)?.type else { return nil }
    while let optional = type as? any OptionalReference.Type { type = optional.wrapped }
    guard let dictionary = type as? any ReadableContainer.Type, dictionary.keyType != nil,
      case .attribute(let value)? = ValueReaders.reader(of: dictionary.held, reading)?.kind
    else { return nil }
    switch value {
    case .any, .collection, .dictionary, .object: return nil
    default: return value
    }
  }

  func whyIncomparable(_ entity: String) -> UnreadableMember? {
    var seen: Set<ObjectIdentifier> = []
    return shape(entity)?.whyIncomparable(&seen)
  }

  func unreadableMember(named name: String, of entity: String) -> UnreadableMember? {
    guard let shape = shape(entity) else { return nil }
    if reading == .tables, let hidden = shape.property(named: name) { return TypeReflection.hidden(hidden.type) }
    return shape.unreadableProperty(named: name)
  }

  private func shape(_ entity: String) -> ObjectShape? {
    if let elements, elements.name == entity { return elements }
    return ShapeRegistry.shape(named: entity, reading)
  }
}

/// Gives the binder the names that the elements have, if the types of the values are known only when a value is read: the keys of dictionaries, or the
/// properties that `Mirror` lists for an element, if the runtime does not list the fields of the type.
package struct ObservedTypeSource: AdvisingTypeSource {
  package let entity: String
  /// The keys of all dictionaries, in the order of their UTF-8 bytes; a dictionary that lacks one of them has a nil there. Or the properties that
  /// predicates can read, in the order of their declaration.
  package let members: [Member]
  /// Whether the collection is empty. Then any name may be a key or a property.
  private let isEmpty: Bool
  /// The first element, which has these properties. Nil for dictionaries, and for an empty collection.
  private var first: MirroredObject?

  /// Nil for elements that are neither dictionaries with keys of type `String`, nor structs, nor instances of a class. Nil also for a type with a custom
  /// mirror (`CustomReflectable`), which may list other properties for each element. For an empty collection, only the custom mirror is tested.
  package init?<Element>(of elements: [Element], _ reading: BindingOptions.Reading) {
    isEmpty = elements.isEmpty
    if let keys = (Element.self as? any ReadableContainer.Type)?.keyType, keys == String.self {
      entity = "Dictionary"
      var names: Set<ScalarString> = []
      for case let dictionary as [String: Any] in elements { names.formUnion(dictionary.keys.map(ScalarString.init)) }
      members = names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map(Self.member)
      return
    }
    if Element.self is any CustomReflectable.Type { return nil }
    entity = ShapeRegistry.name(of: Element.self)
    guard let element = elements.first else {
      members = []
      return
    }
    guard let object = MirroredObject(element, reading), let foreign = Self.namesOfSubclass(element) else { return nil }
    first = object
    members = object.keys.filter { name in
      !foreign.contains { $0.hasSameScalars(as: name) } && object.value(forKey: name) != nil
    }.map(Self.member)
  }

  /// The names that the mirror of an instance of a subclass has in addition to those of the elements' type. Nil if the elements' type is a protocol
  /// or `Any`.
  private static func namesOfSubclass<Element>(_ element: Element) -> [String]? {
    var names: [String] = []
    for level in Mirror(reflecting: element).withSuperclasses {
      if level.subjectType == Element.self { return names }
      names += level.children.compactMap(\.label)
    }
    return nil
  }

  private static func member(_ name: String) -> Member { Member(name, .attribute(.any), isOptional: true) }

  package func member(named name: String, of entity: String) -> Member? {
    guard entity == self.entity else { return nil }
    return isEmpty ? Self.member(name) : members.first { $0.name.hasSameScalars(as: name) }
  }

  package func memberNames(of entity: String) -> [String] { entity == self.entity ? members.map(\.name) : [] }

  package func unreadableMember(named name: String, of entity: String) -> UnreadableMember? {
    entity == self.entity ? first?.unreadableMember(named: name) : nil
  }

  package func noteOnMembers(of entity: String) -> String? {
    SwiftTypeSource(reading: .everything).noteOnMembers(of: entity)
  }
}
