import PredicateMemory

/// An entry of a property table: a name, and how the value is read from an object.
///
/// ```swift
/// QueryProperty("year", \Movie.year)
/// QueryProperty<Movie>("decade") { $0.year / 10 * 10 }
/// ```
public struct QueryProperty<Root>: Sendable {
  /// The name in predicates; empty for ``storedFields``.
  public let name: String
  /// How the value is read; nil for ``storedFields``.
  private(set) var line: PropertyLine?
  /// The key path; nil for a closure and for ``storedFields``.
  package let keyPath: (any PropertyKeyPath)?

  /// A property, given by its key path. It may be stored or computed, and belong to the object itself or to an object in it (`\.address.city`).
  ///
  /// A stored property of a struct is read in place. Every other property is read by its key path, in a loop that is compiled in the caller's module.
  /// A read by a key path into a class takes about 90 ns, and by a closure 2 ns. So for classes add a closure that reads the property. The key path
  /// then only identifies the property in Foundation's predicates:
  ///
  /// ```swift
  /// QueryProperty<Movie>("year", \.year) { $0.year }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name in predicates.
  ///   - keyPath: The stored or computed property.
  ///   - value: Reads the property; its result is the value in predicates.
  @inlinable
  @inline(__always)
  public init<Value>(
    _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, _ value: (@Sendable (Root) -> Value)? = nil
  ) {
    self.init(name, keyPath, value, nil)
  }

  /// An optional property, given by its key path. The wrapped value is read in the caller's module.
  ///
  /// - Parameters:
  ///   - name: The name in predicates.
  ///   - keyPath: The stored or computed property.
  ///   - value: Reads the property; its result is the value in predicates.
  @inlinable
  @inline(__always)
  public init<Wrapped>(
    _ name: String, _ keyPath: any KeyPath<Root, Wrapped?> & Sendable, _ value: (@Sendable (Root) -> Wrapped?)? = nil
  ) {
    self.init(name, keyPath, value, .optional(Wrapped.self))
  }

  /// A collection, given by its key path. Its elements are counted and read in the caller's module.
  ///
  /// - Parameters:
  ///   - name: The name in predicates.
  ///   - keyPath: The stored or computed property.
  ///   - value: Reads the property; its result is the value in predicates.
  @inlinable
  @inline(__always)
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Root, Elements> & Sendable, _ value: (@Sendable (Root) -> Elements)? = nil
  ) {
    self.init(name, keyPath, value, .collection(Elements.self))
  }

  /// A property, read by a closure. The closure should be fast. It must not change anything that a predicate reads: whether the predicate sees such a
  /// change is undefined.
  ///
  /// - Parameters:
  ///   - name: The name in predicates.
  ///   - value: Reads the property; its result is the value in predicates.
  @inlinable
  @inline(__always)
  public init<Value>(_ name: String, _ value: @escaping @Sendable (Root) -> Value) {
    self.init(name, Value.self, offset: nil, PropertyLoader(Root.self, value), nil, nil)
  }

  /// An optional property, read by a closure. The wrapped value is read in the caller's module.
  ///
  /// - Parameters:
  ///   - name: The name in predicates.
  ///   - value: Reads the property; its result is the value in predicates.
  @inlinable
  @inline(__always)
  public init<Wrapped>(_ name: String, _ value: @escaping @Sendable (Root) -> Wrapped?) {
    self.init(name, Wrapped?.self, offset: nil, PropertyLoader(Root.self, value), .optional(Wrapped.self), nil)
  }

  /// A collection, read by a closure. Its elements are counted and read in the caller's module.
  ///
  /// - Parameters:
  ///   - name: The name in predicates.
  ///   - value: Reads the property; its result is the value in predicates.
  @inlinable
  @inline(__always)
  public init<Elements: Collection & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Root) -> Elements
  ) {
    self.init(name, Elements.self, offset: nil, PropertyLoader(Root.self, value), .collection(Elements.self), nil)
  }

  /// The property, read in place from a class that itself stores it under the entry's name. No code of the class is called.
  ///
  /// ```swift
  /// QueryProperty("year", \Movie.year) { $0.year }.stored
  /// ```
  ///
  /// A read in place takes about 1 ns. A closure that returns an object takes about 10 ns, because the object is retained and released. Use this
  /// property only for a stored property that no subclass overrides. The result is the entry itself if in-place reads are off (see ``BoundQuery``), if
  /// the class inherits the property or does not store it, and if the property is `weak` or `unowned`.
  public var stored: QueryProperty<Root> {
    // A superclass may store something else under the name, and its fields are listed first.
    let inherited = (Root.self as? AnyClass).flatMap { _getSuperclass($0) }.map { FieldTable.fields(of: $0).count } ?? 0
    let fields = FieldTable.fields(of: Root.self).dropFirst(inherited)
    guard let line, let field = fields.first(where: { $0.name == name && $0.type == line.type && $0.isStrong }) else {
      return self
    }
    var copy = self
    copy.line = PropertyLine(type: line.type, access: .stored(offset: field.offset), typeAccess: line.typeAccess)
    return copy
  }

  @inlinable
  @inline(__always)
  init<Value>(
    _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, _ value: (@Sendable (Root) -> Value)?,
    _ typeAccess: TypeAccess?
  ) {
    self.init(
      name, Value.self, offset: value == nil ? MemoryLayout<Root>.offset(of: keyPath) : nil,
      PropertyLoader(Root.self, value ?? { $0[keyPath: keyPath] }), typeAccess, TypedKeyPath(keyPath))
  }

  @usableFromInline
  init(
    _ name: String, _ type: any Any.Type, offset: Int?, _ gather: PropertyLoader, _ typeAccess: TypeAccess?,
    _ keyPath: (any PropertyKeyPath)?
  ) {
    self.name = name
    self.keyPath = keyPath
    // A key path into a class has no offset. The offset 0 of the reference itself must not be used.
    let offset = Root.self is AnyClass ? nil : offset
    line = PropertyLine(
      type: type, access: offset.map { .stored(offset: $0) } ?? .computed(gather), typeAccess: typeAccess)
  }

  /// All stored properties under their names, including private and inherited properties, as for a struct without a table.
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
  /// They are read by reflection, in place, without calling the type's code. An entry of the table replaces a stored property with the same name.
  /// Subclasses add their stored properties. The properties are read on any thread that runs a predicate, so the type must permit this. If in-place
  /// reads are off (see ``BoundQuery``), the names are known only when a predicate runs. Then policies, and `BindingOptions(reading: .tables)`, show
  /// nothing of the type.
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
  /// Functions for the value that the caller's module compiled for its type; nil if there are none.
  let typeAccess: TypeAccess?
}

/// How a property is read.
package enum PropertyAccess: Sendable {
  /// The property is stored in the object, `offset` bytes after the object's address.
  case stored(offset: Int)
  /// Client code returns the value.
  case computed(PropertyLoader)
}

/// A type that lists the properties that predicates may use: its property table. Without a table, predicates use the stored properties.
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
