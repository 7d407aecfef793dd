/// A type that lists the properties that predicates may use, instead of leaving that to its stored properties.
///
/// A table renames properties, adds computed ones, or allows only some:
///
/// ```swift
/// extension Movie: QueryableProperties {
///   static let queryProperties: [QueryProperty<Movie>] = [
///     QueryProperty("year", \.year),
///     QueryProperty("decade") { $0.year / 10 * 10 },
///   ]
/// }
/// ```
///
/// ``QueryProperty/storedFields`` lists all stored properties. With it a class makes its instances readable. It may be used in an extension of a type of
/// another module:
///
/// ```swift
/// final class Node: QueryableProperties {
///   static let queryProperties: [QueryProperty<Node>] = [.storedFields]
/// }
/// ```
///
/// A table closes its type and the types of its properties: a type without a table is not read through a table, unless `BindingOptions` have `reading:
/// .everything`. The table is read once. If two properties have one name, the first one is used. A class with subclasses specifies itself as ``PropertyRoot``;
/// its subclasses use its table.
///
/// Two structs with a table are equal by their `==`. Without `==` they are equal if all properties of the table are equal.
public protocol QueryableProperties: SendableMetatype {
  /// The type that the properties are read from: the type itself, or a superclass. With any other root nothing can be read, and binding throws an issue.
  associatedtype PropertyRoot = Self

  /// The properties, in their order in messages.
  static var queryProperties: [QueryProperty<PropertyRoot>] { get }
}

/// The key path of a line of a property table, with its types. Bridges to other predicates compare it with their key paths, and build key paths from it.
@usableFromInline
package protocol PropertyKeyPath<Root, Value>: Sendable {
  /// The type that the key path begins at.
  associatedtype Root
  /// The type of its values.
  associatedtype Value

  var keyPath: any KeyPath<Root, Value> & Sendable { get }
}

/// A key path with its types.
@usableFromInline
struct TypedKeyPath<Root, Value>: PropertyKeyPath {
  @usableFromInline let keyPath: any KeyPath<Root, Value> & Sendable

  @usableFromInline
  init(_ keyPath: any KeyPath<Root, Value> & Sendable) { self.keyPath = keyPath }
}
