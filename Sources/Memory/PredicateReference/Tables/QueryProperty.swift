/// One line of a property table: a name, and how the value is read from an object.
///
/// ```swift
/// QueryProperty("year", \.year)
/// QueryProperty("decade") { $0.year / 10 * 10 }
/// ```
public struct QueryProperty<Root>: Sendable {
  /// The name in predicates; empty of ``storedFields``.
  public let name: String
  /// How the value is read; nil of ``storedFields``.
  let line: PropertyLine?
  /// The key path; nil for a closure and of ``storedFields``.
  package let keyPath: (any PropertyKeyPath)?

  /// A property by its key path: stored or computed, of the object itself or further down (`\.address.city`).
  ///
  /// What is stored in a struct is read where it lies; everything else by the key path, in a loop that is compiled in the caller's
  /// module. A key path into a class takes some 90 ns a read and a closure 2: for classes write `QueryProperty("year") { $0.year }`.
  @inlinable
  public init<Value>(_ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable) {
    self.init(name, keyPath, nil)
  }

  /// An optional property by its key path. What it wraps is read in the caller's module.
  @inlinable
  public init<Wrapped>(_ name: String, _ keyPath: any KeyPath<Root, Wrapped?> & Sendable) {
    self.init(name, keyPath, .optional(Wrapped.self))
  }

  /// A collection by its key path. Its elements are counted and read in the caller's module.
  @inlinable
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Root, Elements> & Sendable
  ) {
    self.init(name, keyPath, .collection(Elements.self))
  }

  /// An optional collection by its key path. Its elements are counted and read in the caller's module.
  @inlinable
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Root, Elements?> & Sendable
  ) {
    self.init(name, keyPath, .optionalCollection(Elements.self))
  }

  /// A property by a closure, which should be quick and must not change anything that a predicate reads: whether the predicate reads it before or
  /// after the change is not said.
  @inlinable
  @inline(__always)
  public init<Value>(_ name: String, _ value: @escaping @Sendable (Root) -> Value) {
    self.init(name, Value.self, offset: nil, PropertyLoader(Root.self, value), nil)
  }

  /// An optional property by a closure. What it wraps is read in the caller's module.
  @inlinable
  @inline(__always)
  public init<Wrapped>(_ name: String, _ value: @escaping @Sendable (Root) -> Wrapped?) {
    self.init(name, Wrapped?.self, offset: nil, PropertyLoader(Root.self, optional: value), .optional(Wrapped.self))
  }

  /// A collection by a closure. Its elements are counted and read in the caller's module.
  @inlinable
  @inline(__always)
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Root) -> Elements
  ) {
    self.init(
      name, Elements.self, offset: nil, PropertyLoader(Root.self, collection: value) { $0.count },
      .collection(Elements.self))
  }

  /// An optional collection by a closure. Its elements are counted and read in the caller's module.
  @inlinable
  @inline(__always)
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Root) -> Elements?
  ) {
    self.init(
      name, Elements?.self, offset: nil, PropertyLoader(Root.self, collection: value) { $0?.count ?? -1 },
      .optionalCollection(Elements.self))
  }

  /// A property that a closure reads and a key path names, which is how predicates of Foundation know it: for classes, where a closure is
  /// quicker than a key path.
  ///
  /// ```swift
  /// QueryProperty("year", \.year) { $0.year }
  /// ```
  @inlinable
  @inline(__always)
  public init<Value>(
    _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, _ value: @escaping @Sendable (Root) -> Value
  ) {
    self.init(name, Value.self, offset: nil, PropertyLoader(Root.self, value), nil, TypedKeyPath(keyPath))
  }

  /// An optional property that a closure reads and a key path names. What it wraps is read in the caller's module.
  @inlinable
  @inline(__always)
  public init<Wrapped>(
    _ name: String, _ keyPath: any KeyPath<Root, Wrapped?> & Sendable, _ value: @escaping @Sendable (Root) -> Wrapped?
  ) {
    self.init(
      name, Wrapped?.self, offset: nil, PropertyLoader(Root.self, optional: value), .optional(Wrapped.self),
      TypedKeyPath(keyPath))
  }

  /// A collection that a closure reads and a key path names. Its elements are counted and read in the caller's module.
  @inlinable
  @inline(__always)
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Root, Elements> & Sendable, _ value: @escaping @Sendable (Root) -> Elements
  ) {
    self.init(
      name, Elements.self, offset: nil, PropertyLoader(Root.self, collection: value) { $0.count },
      .collection(Elements.self), TypedKeyPath(keyPath))
  }

  /// An optional collection that a closure reads and a key path names. Its elements are counted and read in the caller's module.
  @inlinable
  @inline(__always)
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Root, Elements?> & Sendable,
    _ value: @escaping @Sendable (Root) -> Elements?
  ) {
    self.init(
      name, Elements?.self, offset: nil, PropertyLoader(Root.self, collection: value) { $0?.count ?? -1 },
      .optionalCollection(Elements.self),
      TypedKeyPath(keyPath))
  }

  @inlinable
  init<Value>(_ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, _ typeAccess: TypeAccess?) {
    self.init(
      name, Value.self, offset: MemoryLayout<Root>.offset(of: keyPath),
      PropertyLoader(Root.self, { $0[keyPath: keyPath] }), typeAccess, TypedKeyPath(keyPath))
  }

  @usableFromInline
  init(
    _ name: String, _ type: any Any.Type, offset: Int?, _ gather: PropertyLoader, _ typeAccess: TypeAccess?,
    _ keyPath: (any PropertyKeyPath)? = nil
  ) {
    self.name = name
    self.keyPath = keyPath
    // A key path into a class has no offset, but for the one that is the reference itself.
    let offset = Root.self is AnyClass ? nil : offset
    line = PropertyLine(
      type: type, access: offset.map { .stored(offset: $0) } ?? .computed(gather), typeAccess: typeAccess)
  }

  /// All stored properties under their names, private and inherited ones, too: as of a struct without a table.
  ///
  /// ```swift
  /// final class Node: QueryableProperties {
  ///   var name = ""
  ///   var children: [Node] = []
  ///
  ///   static let queryProperties: [QueryProperty<Node>] = [.storedFields, QueryProperty("size") { $0.children.count }]
  /// }
  /// ```
  ///
  /// They are read by reflection, in place, without a call of the type's code. A line of its own wins over a stored property of its name.
  /// Subclasses have what they store, too. As every table this one is a word about isolation: the properties are read wherever a predicate
  /// runs. Where in-place reads are off (see ``BoundQuery``) the names are known only when a predicate runs, so that policies, and
  /// `BindingOptions(reading: .tables)`, show nothing of the type.
  public static var storedFields: QueryProperty<Root> { QueryProperty() }

  private init() {
    name = ""
    line = nil
    keyPath = nil
  }
}

/// How a property of a property table is read.
struct PropertyLine: Sendable {
  let type: any Any.Type
  let access: PropertyAccess
  /// The ways into the values that the caller's module has compiled; nil where there are none.
  let typeAccess: TypeAccess?
}

/// How a property is reached.
package enum PropertyAccess: Sendable {
  /// It lies in the object, so many bytes behind its beginning.
  case stored(offset: Int)
  /// Client code gives it.
  case computed(PropertyLoader)
}
