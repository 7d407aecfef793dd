import PredicateBinding

/// Gives the binder the properties that `Mirror` lists for an element, if the runtime does not list the fields of the type. The types of the
/// properties are known only when a value is read.
package struct MirroredTypeSource: AdvisingTypeSource {
  package let entity: String
  /// The properties that predicates can read, in the order of their declaration.
  package let members: [Member]
  /// The first element, which has these properties. Nil if there is no element; then any name may be a property.
  private let first: MirroredObject?

  /// Nil for elements that are neither structs nor instances of a class. Nil also for a type with a custom mirror (`CustomReflectable`), which may
  /// list other properties for each element. If there is no element, only the custom mirror is tested.
  package init?<Element>(of elements: [Element], _ reading: BindingOptions.Reading) {
    if Element.self is any CustomReflectable.Type { return nil }
    entity = ShapeRegistry.name(of: Element.self)
    guard let element = elements.first else {
      first = nil
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
    return first == nil ? Self.member(name) : members.first { $0.name.hasSameScalars(as: name) }
  }

  package func memberNames(of entity: String) -> [String] { entity == self.entity ? members.map(\.name) : [] }

  package func unreadableMember(named name: String, of entity: String) -> UnreadableMember? {
    entity == self.entity ? first?.unreadableMember(named: name) : nil
  }

  package func noteOnMembers(of entity: String) -> String? {
    SwiftTypeSource(reading: .everything).noteOnMembers(of: entity)
  }
}
