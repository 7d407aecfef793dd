import PredicateMemory
import PredicateValues

/// Reads a property of objects, whose type is known only when a predicate runs, into a column of views.
///
/// A stored property of a struct is read in place: the elements of a query do not change while it runs. A property of an instance is copied,
/// because client code may change it.
final class ObjectProperty {
  /// How the property is read. The cases are small, so that switching over them copies no property.
  private enum Form {
    /// A value of a kind with a view, so many bytes behind the object's beginning. So many of its bytes are copied; none in place.
    case stored(ValueView.Kind, offset: Int, copiedBytes: Int)
    /// Any other property is read as a value of the language.
    case read
  }

  private let form: Form
  private let property: ObjectShape.Property
  private let isOfClass: Bool

  /// The property of a name; nil where objects of the shape have none.
  init?(_ name: String, of shape: ObjectShape) {
    guard let property = shape.property(named: name) else { return nil }
    self.property = property
    isOfClass = shape.isClass
    guard case .stored(let offset) = property.access, let kind = Self.kind(of: property.type) else {
      form = .read
      return
    }
    switch kind {
    case _ where !isOfClass: form = .stored(kind, offset: offset, copiedBytes: 0)
    case .integer, .double: form = .stored(kind, offset: offset, copiedBytes: 8)
    case .boolean: form = .stored(kind, offset: offset, copiedBytes: 1)
    default: form = .read
    }
  }

  /// The kind of views of a type; nil of types that have none.
  private static func kind(of type: any Any.Type) -> ValueView.Kind? {
    if type == Int.self || type == Int64.self { return .integer }
    if type == Double.self { return .double }
    if type == Bool.self { return .boolean }
    if type == String.self { return .string }
    return .swiftDictionary(type)
  }

  /// Fills a row of a column with the property of the object at an address.
  func fill(_ column: ViewColumn, at row: Int, of object: UnsafeRawPointer) {
    switch form {
    case .stored(let kind, let offset, let copiedBytes):
      var place = object + offset
      if copiedBytes > 0 {
        let cell = column.cell(row)
        cell.copyMemory(from: place, byteCount: copiedBytes)
        place = UnsafeRawPointer(cell)
      }
      column.views[row] = kind == .double ? ValueView(double: place) : ValueView(kind, place)
    case .read:
      let value = property.value(of: object, owner: nil)
      column.keep(isOfClass ? value.owned : value, at: row)
    }
  }
}
