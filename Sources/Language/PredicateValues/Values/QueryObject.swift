/// An object with named properties, as evaluation reads it: a row of a database, a Swift value, anything with keys.
///
/// A dictionary is a value of its own (``QueryValue/dictionary(_:)``): a missing key of a dictionary is nil, of an object an error.
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

  /// What identifies the object. Two objects are equal when both have a reference and the references are equal, and else only where both
  /// say that they compare by their properties.
  var reference: ObjectReference? { get }

  /// The value of a property; nil where the object has none of that name. A to-many property is an ``QueryValue/array(_:)``.
  func value(forKey key: String) -> QueryValue?

  /// The names of all properties, for suggestions.
  var keys: [String] { get }

  /// Whether the object is nothing but its properties, as a struct is: then it equals another such object of its type with equal properties.
  /// Its properties must not lead back to it.
  var comparesByProperties: Bool { get }
}

extension QueryObject {
  /// False: an object without a reference equals nothing.
  public var comparesByProperties: Bool { false }
}

/// An object whose type may say itself which of its values are equal.
package protocol SelfComparingObject: QueryObject {
  /// Whether the type says that the two are equal; nil where it leaves that to the properties.
  func isEqual(to other: any QueryObject) -> Bool?

  /// Feeds what ``isEqual(to:)`` compares; false, and nothing fed, where the type leaves that to the properties.
  func hashItself(into hasher: inout Hasher) -> Bool
}

/// An object that may point into memory that only the call at hand keeps. What keeps an object for longer asks for an owned one.
package protocol BorrowedObject: QueryObject {
  /// The same object, whose memory stays for as long as it does: a copy of a struct, an instance that is held on to.
  var owned: any QueryObject { get }
}

extension QueryValue {
  /// The value with owned objects in the place of borrowed ones, those in collections and dictionaries included. Linear in the elements.
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

/// What stands for a value that cannot be had. Whatever uses it throws the issue that it carries.
///
/// A collection nested too deep to be read is one, and an object of a table that cannot be read.
package struct UnusableValue: QueryObject {
  /// How deep the collections of a value that is converted may nest. So much can be converted, compared, hashed and freed on the stack of
  /// any thread; JSON readers stop at the same depth.
  package static let greatestDepth = 512

  /// Why there is no value.
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
  /// A value whose collections stand too deep inside one another.
  fileprivate static let tooDeep = PredicateIssue.error(
    .valueDepth, nil, "a value holds collections inside collections more than \(UnusableValue.greatestDepth) deep",
    kind: .limit)
}
