import PredicateBinding
import PredicateValues

/// The elements of a collection as objects of an entity, for a fetch over them.
package struct ElementObjects<Element> {
  /// The name of the type.
  package let entity: String
  /// Its properties.
  package let members: [Member]
  /// What the binder is told of them, and of the types that they lead to.
  package let types: any TypeSource
  private let reader: ElementReader<Element>

  /// Whether the types of the properties are known; else they become known when a value is read.
  private let areTyped: Bool

  /// Where the runtime lists no fields of the type, `Mirror` names the properties of the first element. Without an element every name is one of
  /// a property.
  ///
  /// Throws where elements have no properties that are known: dictionaries, numbers, optionals, types with a mirror of their own.
  ///
  /// - Parameter reading: What is read of types without a declared table.
  package init(of elements: [Element], reading: BindingOptions.Reading) throws(PredicateIssue) {
    reader = try ElementReader<Element>(reading: reading)
    if case .dynamic = reader.root, let mirrored = MirroredTypeSource(of: elements, reading) {
      entity = mirrored.entity
      types = mirrored
      members = mirrored.members
      areTyped = false
      return
    }
    guard case .entity(let entity, let types) = reader.root, let shape = ShapeRegistry.shape(named: entity, reading),
      !shape.isBox
    else {
      throw .unreadableElements(
        because: "the properties of \(Element.self) are not known, which a statement needs",
        hint: "structs and instances of classes can be fetched")
    }
    if shape.isClosed {
      let found = TypeReflection.needsTable(shape.type)
      throw PredicateIssue(
        kind: .type, code: found.code, message: "the elements cannot be read: \(found.reason)", hint: found.remedy)
    }
    self.entity = entity
    self.types = types
    members = shape.properties.filter { reading != .tables || $0.isDeclared }.map(\.member)
    areTyped = true
  }

  /// An element as an object, which is a copy: it may outlive the collection.
  package func object(_ element: Element) -> QueryValue {
    reader.withValue(of: element) { $0.owned }
  }

  /// What an expression is for each element: copies, as ``object(_:)`` is. Nil where the types of the properties are not known.
  package func values(
    of expression: BoundExpression, for elements: [Element], limits: PredicateLimits
  ) throws(PredicateIssue) -> [QueryValue]? {
    guard areTyped else { return nil }
    return try reader.values(of: expression, for: elements, limits: limits)
  }
}
