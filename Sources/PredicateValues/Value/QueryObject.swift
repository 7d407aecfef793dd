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
