/// An object with named properties: a row of a database, a Swift value, anything with keys.
///
/// A dictionary is another kind of value (``QueryValue/dictionary(_:)``): a missing key gives nil in a dictionary and an error in an object.
///
/// ```swift
/// struct Row: QueryObject {
///   let id: Int64
///   let columns: QueryDictionary
///   var entityName: String { "Movie" }
///   var reference: ObjectReference? { ObjectReference(entity: "Movie", key: id) }
///   var keys: [String] { columns.keys }
///   func value(forKey key: String) -> QueryValue? { columns[key] }
/// }
/// ```
public protocol QueryObject: Sendable {
  /// The name of the object's type, for messages and for comparing families.
  var entityName: String { get }

  /// The identity of the object. Two objects with references are equal if the references are equal. Objects without references are equal only if both
  /// compare by their properties.
  var reference: ObjectReference? { get }

  /// The value of a property; nil if the object has no such property. A to-many property is an ``QueryValue/array(_:)``.
  func value(forKey key: String) -> QueryValue?

  /// The names of all properties, for suggestions.
  var keys: [String] { get }

  /// Whether the object consists of its properties, as a struct does. It then equals another such object of its type if the properties are equal. Its
  /// properties must not refer back to the object.
  var comparesByProperties: Bool { get }
}

extension QueryObject {
  /// False: an object without a reference equals nothing.
  public var comparesByProperties: Bool { false }
}

/// An object of a type that may define its own equality.
package protocol SelfComparingObject: QueryObject {
  /// Whether the type defines the two objects as equal; nil if their properties decide.
  func isEqual(to other: any QueryObject) -> Bool?

  /// Hashes the parts that ``isEqual(to:)`` compares. Returns false and hashes nothing if the properties decide.
  func hashItself(into hasher: inout Hasher) -> Bool
}

/// An object that may have no reference. Its key or its title distinguishes it from others.
package protocol KeyedObject: QueryObject {
  /// The values of its key; empty without a key.
  var keyValues: [QueryValue] { get }
  /// The object as the language writes it, `Customer["ALFKI"]`; nil without a key.
  var label: String? { get }
  /// The text that names the object for people; nil without one.
  var title: String? { get }
}

extension QueryObject {
  /// The key as one value. It is the number of the reference, the value of a key of one column, or an array for a key of several columns. Nil without
  /// a key.
  package var wholeKey: QueryValue? {
    if let reference = self.reference { return .integer(reference.key) }
    let values = (self as? any KeyedObject)?.keyValues ?? []
    return values.count > 1 ? .array(values) : values.first
  }
}

/// An object that may point into memory that is valid during the current call only. To keep the object longer, use ``owned``.
package protocol BorrowedObject: QueryObject {
  /// A copy of the object that has its own memory: a copied struct, or a retained instance.
  var owned: any QueryObject { get }
}

/// An object that is a value of a Swift type.
package protocol SwiftValueObject: QueryObject {
  /// The struct or the instance.
  var swiftValue: Any { get }
}

extension QueryValue {
  /// The value, with borrowed objects replaced by owned ones, also in collections and dictionaries. Linear in the elements.
  package var owned: QueryValue {
    switch self {
    case .object(let object): (object as? any BorrowedObject).map { .object($0.owned) } ?? self
    case .array(let elements): .array(elements.map(\.owned))
    case .set(let elements): .set(elements.map(\.owned))
    case .dictionary(let dictionary):
      .dictionary(QueryDictionary(names: dictionary.keys, values: dictionary.values.map(\.owned)))
    default: self
    }
  }
}

/// Replaces a value that cannot be read. Every use throws its issue.
///
/// Examples are a collection that is nested too deep, and an object of an unreadable table.
package struct UnusableValue: QueryObject {
  /// The deepest nesting of collections in a converted value. A value of this depth can be converted, compared, hashed and freed on the stack of any
  /// thread. Many JSON readers have the same limit.
  package static let greatestDepth = 512

  /// The reason why there is no value.
  package let issue: PredicateIssue

  package init(_ issue: PredicateIssue) { self.issue = issue }

  /// A value whose collections nest deeper than ``greatestDepth``.
  package static var tooDeep: UnusableValue { UnusableValue(.tooDeep) }

  package var entityName: String { "a value that cannot be read" }
  package var reference: ObjectReference? { nil }
  package var keys: [String] { [] }
  package func value(forKey key: String) -> QueryValue? { nil }
}

extension QueryValue {
  /// Throws the issue of an ``UnusableValue``.
  @inline(__always)
  package func checkUsable() throws(PredicateIssue) {
    if case .object(let object) = self, let unusable = object as? UnusableValue { throw unusable.issue }
  }
}

extension PredicateIssue {
  /// A value whose collections are nested too deep.
  fileprivate static let tooDeep = PredicateIssue.error(
    .valueDepth, nil, "a value holds collections inside collections more than \(UnusableValue.greatestDepth) deep",
    kind: .limit)
}
