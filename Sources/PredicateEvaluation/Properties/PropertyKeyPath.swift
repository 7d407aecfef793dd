/// The key path of a line of a declared table, with its types: bridges to other predicates compare it with theirs, and build theirs of it.
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
