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

  /// Throws where elements have no properties that are known: dictionaries, numbers, optionals.
  ///
  /// - Parameter readsTablesOnly: Whether only declared tables are read.
  package init(readsTablesOnly: Bool) throws(PredicateIssue) {
    reader = try ElementReader<Element>(readsTablesOnly: readsTablesOnly)
    guard case .entity(let entity, let types) = reader.root, let shape = ShapeRegistry.shape(named: entity),
      !shape.isBox
    else {
      throw .unreadableElements(
        because: "the properties of \(Element.self) are not known, which a statement needs",
        hint: "structs and instances of classes can be fetched; where raw reads are off, those with a table")
    }
    self.entity = entity
    self.types = types
    members = shape.properties.filter { !readsTablesOnly || $0.isDeclared }.map(\.member)
  }

  /// The elements as objects, which are copies: they may outlive the collection.
  package func objects(_ elements: [Element]) -> [any QueryObject] {
    elements.compactMap { element in
      guard case .object(let object) = withUnsafePointer(to: element, { reader.value(at: $0).owned }) else {
        return nil
      }
      return object
    }
  }
}
