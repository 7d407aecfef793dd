/// A type that lists the properties that predicates may use. Without it, predicates use the stored properties.
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
/// ``QueryProperty/storedFields`` lists all stored properties. A class uses it to make its instances readable. It may also be used in an extension of
/// another module's type:
///
/// ```swift
/// final class Node: QueryableProperties {
///   static let queryProperties: [QueryProperty<Node>] = [.storedFields]
/// }
/// ```
///
/// A table closes its type and the types of its properties: a type without a table is not read through a table, unless `BindingOptions` have
/// `reading: .everything`. The table is read once. If two properties have the same name, the first one is used. A class with subclasses declares
/// itself as ``PropertyRoot``; its subclasses use its table.
///
/// Two structs with a table are compared by their `==`. If they have none, they are equal if all properties in the table are equal.
public protocol QueryableProperties: SendableMetatype {
  /// The type from which the properties are read: the type itself, or a superclass. With any other root nothing can be read, and binding throws an
  /// issue.
  associatedtype PropertyRoot = Self

  /// The properties. Messages list them in this order.
  static var queryProperties: [QueryProperty<PropertyRoot>] { get }
}

/// The key path of an entry of a property table, with its types. Translations to other predicates compare it with their key paths, and build key
/// paths from it.
@usableFromInline
package protocol PropertyKeyPath<Root, Value>: Sendable {
  /// The type at which the key path begins.
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
