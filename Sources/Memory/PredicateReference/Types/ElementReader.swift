import PredicateBinding

/// Binds and reads the elements of a collection.
package struct ElementReader<Element>: Sendable {
  package let reader: ValueReader
  /// The type of the elements for the binder.
  package let root: RootType

  /// Throws an issue of kind `type` for elements that the language does not have: functions, tuples without labels, enums with associated values.
  ///
  /// - Parameter reading: How types without a property table are read.
  package init(reading: BindingOptions.Reading) throws(PredicateIssue) {
    guard let reader = ValueReaders.reader(of: Element.self, reading) else {
      if reading == .tables, let known = ValueReaders.reader(of: Element.self, .everything),
        case .toOne(let type) = known.kind
      {
        throw .policyNeedsTable(type.name)
      }
      throw .unreadableElements(Element.self)
    }
    var held: any Any.Type = Element.self
    while let optional = held as? any OptionalReference.Type { held = optional.wrapped }
    if held is any QueryableProperties.Type, let fault = ObjectType(held, reading).shape.tableFault {
      throw .unreadableElements(because: fault)
    }
    switch reader.kind {
    case .toOne(let type):
      // The evaluated object of a bound predicate is never nil. So the shape of an optional element is a box, with the object as its only property.
      let object = reader.isOptional ? ObjectType(Element.self, reading) : type
      self.reader = reader.isOptional ? ValueReaders.structure(object) : reader
      if reading == .tables, !ObjectShape.isDeclared(type.type) { throw .policyNeedsTable(type.name) }
      root = .entity(object.name, SwiftTypeSource(reading: reading, elements: ObjectType(object.type, reading).shape))
      return
    case .attribute(.any), .attribute(.dictionary), .toMany:
      if reading == .tables { throw .policyNeedsTable(String(describing: Element.self)) }
      root = .dynamic
    case .attribute(let type):
      root = .value(type)
    }
    self.reader = reader
  }

  /// Whether the elements are instances of a class, or optionals of instances. Such an element may be an instance of a subclass.
  var areInstances: Bool {
    guard case .entity(let entity, let source as any ObjectTypeSource) = root else { return false }
    return source.hasIdentity(entity)
  }

  /// The name of the elements' type in messages.
  var typeName: String {
    guard case .entity(let entity, let source as any ObjectTypeSource) = root else { return "\(Element.self)" }
    if case .toOne(let held)? = source.boxedMember(of: entity)?.kind { return held }
    return entity
  }

  /// Calls `body` with the value of an element. The value must not be used after the call, because it may point into the element.
  package func withValue<Result, Failure: Error>(
    of element: Element, _ body: (QueryValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafePointer(to: element) { (address) throws(Failure) in try body(reader.value(at: address, owner: nil)) }
  }
}

extension PredicateIssue {
  /// The issue for elements that predicates cannot read.
  static func unreadableElements(_ type: any Any.Type) -> PredicateIssue {
    unreadableElements(
      because: TypeReflection.whyUnreadable(type),
      hint: "filter a collection of values, structs, class instances, dictionaries or enums with raw values")
  }

  /// The issue for elements that predicates cannot read, with a reason.
  package static func unreadableElements(because reason: String, hint: String? = nil) -> PredicateIssue {
    .error("unreadable-elements", nil, "the elements cannot be read: \(reason)", hint: hint, kind: .type)
  }
}
