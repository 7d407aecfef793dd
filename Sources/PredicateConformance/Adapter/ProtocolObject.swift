import PredicateSyntax
import PredicateValues

/// An object with fixed properties: what `{"$object":{…}}` stands for. A name that it lacks is an error, not nil.
struct ProtocolObject: QueryObject {
  /// The properties.
  let properties: QueryDictionary

  /// No entity declares the object.
  var entityName: String { "" }

  /// No row is behind the object.
  var reference: ObjectReference? { nil }

  /// There is nothing else to the object.
  var comparesByProperties: Bool { true }

  /// The names of the properties.
  var keys: [String] { properties.keys }

  /// The value of a property; nil where there is none of that name.
  func value(forKey key: String) -> QueryValue? { properties[key] }
}
