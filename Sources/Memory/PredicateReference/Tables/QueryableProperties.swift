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
/// ``QueryProperty/storedFields`` stands for all stored properties. It is how a class says that its instances may be read, and may stand in
/// an extension of a type of another module:
///
/// ```swift
/// final class Node: QueryableProperties {
///   static let queryProperties: [QueryProperty<Node>] = [.storedFields]
/// }
/// ```
///
/// A table closes its type and what it leads to: of types without a table nothing is read behind it, unless `BindingOptions` say
/// `reading: .everything`. The table is read once. Of two properties of one name the first counts. A class that has subclasses names itself
/// as ``PropertyRoot``; its table is theirs.
///
/// Two structs with a table are equal where their `==` says so, and else where all that the table lists is equal.
public protocol QueryableProperties: SendableMetatype {
  /// The type that the properties are read from: the type itself, or a class that it inherits from. With any other root nothing can be
  /// read, and binding throws an issue.
  associatedtype PropertyRoot = Self

  /// The properties, in the order in which messages list them.
  static var queryProperties: [QueryProperty<PropertyRoot>] { get }
}

/// The key path of a line of a property table, with its types: bridges to other predicates compare it with theirs, and build theirs of it.
@usableFromInline
package protocol PropertyKeyPath<Root, Value>: Sendable {
  /// The type that the key path begins at.
  associatedtype Root
  /// The type of what it gives.
  associatedtype Value

  /// The key path.
  var keyPath: any KeyPath<Root, Value> & Sendable { get }
}

/// A key path with its types.
@usableFromInline
struct TypedKeyPath<Root, Value>: PropertyKeyPath {
  @usableFromInline let keyPath: any KeyPath<Root, Value> & Sendable

  @usableFromInline
  init(_ keyPath: any KeyPath<Root, Value> & Sendable) { self.keyPath = keyPath }
}
