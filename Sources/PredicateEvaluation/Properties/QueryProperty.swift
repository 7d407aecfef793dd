/// One line of a declared table: a name, and how the value is read from an object.
///
/// ```swift
/// QueryProperty("year", \.year)
/// QueryProperty("decade") { $0.year / 10 * 10 }
/// ```
public struct QueryProperty<Root>: Sendable {
  /// The name in predicates.
  public let name: String
  let type: any Any.Type
  let access: PropertyAccess
  /// The ways into the values that the caller's module has compiled; nil where there are none.
  let typeAccess: TypeAccess?
  /// The key path; nil for a closure and for ``stored`` properties.
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

  /// A property by a closure, which should be quick and must not change anything.
  @inlinable
  public init<Value>(_ name: String, _ value: @escaping @Sendable (Root) -> Value) {
    self.init(name, Value.self, offset: nil, PropertyGather(Root.self, value), nil)
  }

  /// An optional property by a closure. What it wraps is read in the caller's module.
  @inlinable
  public init<Wrapped>(_ name: String, _ value: @escaping @Sendable (Root) -> Wrapped?) {
    self.init(name, Wrapped?.self, offset: nil, PropertyGather(Root.self, value), .optional(Wrapped.self))
  }

  /// A collection by a closure. Its elements are counted and read in the caller's module.
  @inlinable
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Root) -> Elements
  ) {
    self.init(name, Elements.self, offset: nil, PropertyGather(Root.self, value), .collection(Elements.self))
  }

  /// An optional collection by a closure. Its elements are counted and read in the caller's module.
  @inlinable
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Root) -> Elements?
  ) {
    self.init(name, Elements?.self, offset: nil, PropertyGather(Root.self, value), .optionalCollection(Elements.self))
  }

  /// A property that a closure reads and a key path names, which is how predicates of Foundation know it: for classes, where a closure is
  /// quicker than a key path.
  ///
  /// ```swift
  /// QueryProperty("year", \.year) { $0.year }
  /// ```
  @inlinable
  public init<Value>(
    _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, _ value: @escaping @Sendable (Root) -> Value
  ) {
    self.init(name, Value.self, offset: nil, PropertyGather(Root.self, value), nil, TypedKeyPath(keyPath))
  }

  /// An optional property that a closure reads and a key path names. What it wraps is read in the caller's module.
  @inlinable
  public init<Wrapped>(
    _ name: String, _ keyPath: any KeyPath<Root, Wrapped?> & Sendable, _ value: @escaping @Sendable (Root) -> Wrapped?
  ) {
    self.init(
      name, Wrapped?.self, offset: nil, PropertyGather(Root.self, value), .optional(Wrapped.self),
      TypedKeyPath(keyPath))
  }

  /// A collection that a closure reads and a key path names. Its elements are counted and read in the caller's module.
  @inlinable
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Root, Elements> & Sendable, _ value: @escaping @Sendable (Root) -> Elements
  ) {
    self.init(
      name, Elements.self, offset: nil, PropertyGather(Root.self, value), .collection(Elements.self),
      TypedKeyPath(keyPath))
  }

  /// An optional collection that a closure reads and a key path names. Its elements are counted and read in the caller's module.
  @inlinable
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Root, Elements?> & Sendable,
    _ value: @escaping @Sendable (Root) -> Elements?
  ) {
    self.init(
      name, Elements?.self, offset: nil, PropertyGather(Root.self, value), .optionalCollection(Elements.self),
      TypedKeyPath(keyPath))
  }

  @inlinable
  init<Value>(_ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, _ typeAccess: TypeAccess?) {
    self.init(
      name, Value.self, offset: MemoryLayout<Root>.offset(of: keyPath),
      PropertyGather(Root.self) { $0[keyPath: keyPath] }, typeAccess, TypedKeyPath(keyPath))
  }

  @usableFromInline
  init(
    _ name: String, _ type: any Any.Type, offset: Int?, _ gather: PropertyGather, _ typeAccess: TypeAccess?,
    _ keyPath: (any PropertyKeyPath)? = nil
  ) {
    self.name = name
    self.type = type
    self.keyPath = keyPath
    self.typeAccess = typeAccess
    // A key path into a class has no offset, but for the one that is the reference itself.
    let offset = Root.self is AnyClass ? nil : offset
    access = offset.map { .stored(offset: $0) } ?? .computed(gather)
  }

  /// The properties that a type without a table has: those that are stored.
  ///
  /// Empty where raw reads are off: then no type tells its fields without a value (see ``BoundQuery``).
  public static var stored: [QueryProperty<Root>] {
    TypeReflection.properties(of: Root.self).map { QueryProperty($0.name, $0.type, $0.access) }
  }

  private init(_ name: String, _ type: any Any.Type, _ access: PropertyAccess) {
    self.name = name
    self.type = type
    self.access = access
    typeAccess = nil
    keyPath = nil
  }
}
