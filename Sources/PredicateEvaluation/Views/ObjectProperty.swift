import PredicateMemory
import PredicateValues

/// How a property of objects whose type is known only when a predicate runs becomes a view.
///
/// What is stored in a struct is looked at where it lies: the elements of a query do not change while it runs. What an instance has is copied,
/// because client code may change it.
final class ObjectProperty {
  /// How the property is reached, in few words, so that looking at it copies nothing else.
  private enum Form {
    /// Stored in a struct, as a value of a kind.
    case inPlace(ValueView.Kind, offset: Int)
    /// A number stored in an instance.
    case copied(ValueView.Kind, offset: Int)
    /// Read as a value of the language.
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
    if !isOfClass {
      form = .inPlace(kind, offset: offset)
    } else if kind == .integer || kind == .double || kind == .boolean {
      form = .copied(kind, offset: offset)
    } else {
      form = .read
    }
  }

  /// The kind of views of a type; nil of types that have none.
  private static func kind(of type: any Any.Type) -> ValueView.Kind? {
    if type == Int.self || type == Int64.self { return .integer }
    if type == Double.self { return .double }
    if type == Bool.self { return .boolean }
    if type == String.self { return .string }
    return ValueView.Kind.dictionaries.first { $0.type == type && $0.kind.isSwiftDictionary }?.kind
  }

  /// Fills a row of a column with what an object has.
  func fill(_ column: ViewColumn, at row: Int, of object: UnsafeRawPointer) {
    switch form {
    case .inPlace(let kind, let offset):
      let place = object + offset
      // As everywhere, NaN is nil.
      let isNil = kind == .double && place.load(as: Double.self).isNaN
      column.views[row] = isNil ? .nothing : ValueView(kind, place)
    case .copied(.double, let offset):
      let number = object.load(fromByteOffset: offset, as: Double.self)
      column.keep(number, number.isNaN ? .null : .double, at: row)
    case .copied(.boolean, let offset):
      column.keep(object.load(fromByteOffset: offset, as: Bool.self), .boolean, at: row)
    case .copied(let kind, let offset):
      column.keep(object.load(fromByteOffset: offset, as: Int64.self), kind, at: row)
    case .read:
      let value = property.value(of: object, owner: nil)
      column.keep(isOfClass ? value.owned : value, at: row)
    }
  }
}
