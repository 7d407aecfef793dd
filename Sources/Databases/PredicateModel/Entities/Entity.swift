import PredicateValues

/// One kind of object: a table or a view, with the names of its rows' values in predicates.
///
/// ```swift
/// Entity(
///   name: "Movie", table: "movies", key: .integer("id"), attributes: [Attribute(name: "title", type: .string)],
///   relationships: [
///     Relationship(name: "borrower", destination: "Friend", inverse: "movies", cardinality: .toOne, storage: .foreignKey("borrower_id"))
///   ])
/// ```
public struct Entity: Sendable {
  /// A shared reference, because entities are copied wherever a name is looked up. Otherwise every part would be reference-counted each time.
  private let shared: SharedEntity

  /// The name in predicates and for people.
  public var name: String { shared.parts.name }
  /// The exact name of the table or view. All entities of a hierarchy have the table of its root.
  public var table: String { shared.parts.table }
  /// The identity of a row.
  public var key: EntityKey { shared.parts.key }
  /// The attributes, in the order of the columns. In a model the parent's attributes come first.
  public var attributes: [Attribute] { shared.parts.attributes }
  /// The relationships, in the order of declaration. In a model the parent's relationships come first.
  public var relationships: [Relationship] { shared.parts.relationships }
  /// Whether rows are read-only, as in a view.
  public var isReadOnly: Bool { shared.parts.isReadOnly }
  /// Conditions on each object, which is `SELF`: `lent == NO OR lentToFriend != nil`.
  public var validations: [QueryPredicate] { shared.parts.validations }
  /// Lists of attributes whose values must be unique: `[["email"]]`. Rows with nil in such an attribute do not count.
  public var uniqueness: [[String]] { shared.parts.uniqueness }
  /// Lists of attributes and to-one relationships that have an index together: `[["year"], ["genre", "year"]]`. Tables that are created from the
  /// model get the indexes.
  public var indexes: [[String]] { shared.parts.indexes }
  /// Properties whose objects are fetched whenever they are read. Predicates cannot use them.
  public var fetchedProperties: [FetchedProperty] { shared.parts.fetchedProperties }
  /// Members that the database does not store, inherited ones first. No other list of members contains them.
  package var transientMembers: [TransientMember] { shared.parts.transientMembers }
  /// The parent entity: every `Manager` is an `Employee`. Nil if there is none. The model gives the entity the parent's members, conditions, table
  /// and key. Fetching the parent's objects also finds the entity's objects.
  ///
  ///     Entity(name: "Manager", attributes: [Attribute(name: "budget", type: .double)], parent: "Employee")
  public var parent: String? { shared.parts.parent }
  /// Whether only subentities have objects.
  public var isAbstract: Bool { shared.parts.isAbstract }
  /// The column with the name of each row's entity. In a hierarchy only the root's value counts. Nil means the column `entity`.
  public var entityColumn: String? { shared.parts.entityColumn }
  /// The number that identifies this entity in the entity column; nil if the column has names. Core Data's stores have numbers.
  public var entityNumber: Int64? { shared.parts.entityNumber }
  /// Values of the application for the entity: texts, numbers and booleans by their names. The library does not interpret them, and subentities do
  /// not inherit them.
  public var userInfo: QueryDictionary { shared.parts.userInfo }
  /// The position of the entity in its hierarchy; nil for an entity without parent and children, and outside of a model.
  public var hierarchy: EntityHierarchy? { shared.parts.hierarchy }

  /// An entity. The defaults are a table of the same name, and the integer column `id` as its key.
  public init(
    name: String, table: String? = nil, key: EntityKey = .integer("id"), attributes: [Attribute],
    relationships: [Relationship] = [], isReadOnly: Bool = false, validations: [QueryPredicate] = [],
    uniqueness: [[String]] = [], indexes: [[String]] = [], fetchedProperties: [FetchedProperty] = [],
    parent: String? = nil, isAbstract: Bool = false, entityColumn: String? = nil, entityNumber: Int64? = nil,
    userInfo: QueryDictionary = QueryDictionary()
  ) {
    self.init(
      Parts(
        name: name, table: table ?? name, key: key, attributes: attributes, relationships: relationships,
        isReadOnly: isReadOnly, validations: validations, uniqueness: uniqueness, indexes: indexes,
        fetchedProperties: fetchedProperties, parent: parent, isAbstract: isAbstract, entityColumn: entityColumn,
        entityNumber: entityNumber,
        userInfo: userInfo))
  }

  private init(_ parts: Parts) { shared = SharedEntity(parts) }

  package func with(_ change: (inout Parts) -> Void) -> Entity {
    var parts = shared.parts
    change(&parts)
    return Entity(parts)
  }

  /// The entity name in references to the entity's objects (`ObjectReference`): the root of its hierarchy. So a `Manager` equals the same object
  /// fetched as an `Employee`.
  public var referenceName: String { hierarchy?.root ?? name }

  /// The attribute with a name, compared by scalars. Otherwise the integer key of the rows, if its column has the name and the model has no attribute
  /// for the column.
  public func attribute(named name: String) -> Attribute? {
    if let position = shared.names.attributes[ScalarString(name)] { return attributes[position] }
    return hiddenKey.flatMap { $0.name.hasSameScalars(as: name) ? $0 : nil }
  }

  /// The relationship with a name, compared by scalars.
  public func relationship(named name: String) -> Relationship? {
    shared.names.relationships[ScalarString(name)].map { relationships[$0] }
  }

  /// The attribute or relationship with a name, otherwise the attribute whose column has the name; nil if there is none. So column names work in
  /// predicates too.
  public func member(named name: String) -> EntityMember? {
    if let attribute = attribute(named: name) { return .attribute(attribute) }
    if let relationship = relationship(named: name) { return .relationship(relationship) }
    return shared.names.columns[ScalarString(name)].map { .attribute(attributes[$0]) }
  }

  /// The integer that identifies the rows, for conditions such as `id == 3`. Its name is that of the column. Nil if the model has an attribute for
  /// the column, or if another member has the name. Lists of members omit it, because it belongs to the table, not to the objects.
  public var hiddenKey: Attribute? { shared.names.hiddenKey }

  /// The attribute for the integer that identifies the rows; nil if the model has no such attribute.
  public var keyAttribute: Attribute? { shared.names.keyAttribute.map { attributes[$0] } }

  /// The attributes of the key in `Friend[3]` and `OrderLine[10248, 11]`: those of the primary key's columns, otherwise the integer that identifies
  /// the rows. Empty for a view.
  package var objectKey: [Attribute] {
    let integer = (keyAttribute ?? hiddenKey).map { [$0] } ?? []
    if key.columns.isEmpty || key.integerColumn != nil { return integer }
    let found = key.columns.compactMap { column in attributes.first { $0.column.isSameSQLName(as: column) } }
    return found.count == key.columns.count ? found : integer
  }

  /// Whether the key in `Friend[3]` is the integer that identifies the rows.
  package var isNumbered: Bool {
    objectKey.count == 1 && key.referenceColumn.map { objectKey[0].column.isSameSQLName(as: $0) } == true
  }

  /// An object written in the language by the values of its key: `Friend[3]`, `Customer["ALFKI"]`, `OrderLine[10248, 11]`. A UUID is written as text.
  /// A value without a literal is described in words.
  package func label(ofKey key: [QueryValue]) -> String {
    let parts = key.map { value -> String in
      if case .uuid(let id) = value { return "\"\(id)\"" }
      return QueryArgument(value)?.expression().exactFormat ?? "\(value)"
    }
    return ObjectReference.label(name, parts)
  }

  /// The columns of an index; nil if a name is neither an attribute nor a to-one relationship with a column.
  package func columns(ofIndex names: [String]) -> [String]? {
    var columns: [String] = []
    for name in names {
      if let attribute = attribute(named: name) {
        columns.append(attribute.column)
      } else if case .foreignKey(let own)? = relationship(named: name)?.storage {
        columns += own
      } else {
        return nil
      }
    }
    return columns
  }

  /// The names of all members, attributes first: for suggestions.
  public var memberNames: [String] { attributes.map(\.name) + relationships.map(\.name) }
}

/// The stored properties of an entity.
extension Entity {
  package struct Parts: Sendable {
    package var name: String
    package var table: String
    package var key: EntityKey
    package var attributes: [Attribute]
    package var relationships: [Relationship]
    package var isReadOnly: Bool
    package var validations: [QueryPredicate]
    package var uniqueness: [[String]]
    package var indexes: [[String]]
    package var fetchedProperties: [FetchedProperty]
    package var transientMembers: [TransientMember] = []
    package var parent: String?
    package var isAbstract: Bool
    package var entityColumn: String?
    package var entityNumber: Int64?
    package var userInfo: QueryDictionary
    package var hierarchy: EntityHierarchy?
  }
}

/// The stored properties of an entity, with the positions of its members.
private final class SharedEntity: Sendable {
  let parts: Entity.Parts
  let names: EntityNames

  init(_ parts: Entity.Parts) {
    self.parts = parts
    names = EntityNames(parts)
  }
}

/// The positions of an entity's members by name. Evaluation in memory looks names up for each value of a row.
private struct EntityNames: Sendable {
  /// Positions among the attributes and among the relationships. If two members have one name, the first has precedence.
  let attributes, relationships: [ScalarString: Int]
  /// Positions among the attributes, by the names of their columns.
  let columns: [ScalarString: Int]
  let keyAttribute: Int?
  let hiddenKey: Attribute?

  init(_ parts: Entity.Parts) {
    func positions(_ names: [String]) -> [ScalarString: Int] {
      Dictionary(names.enumerated().map { (ScalarString($1), $0) }) { first, _ in first }
    }
    attributes = positions(parts.attributes.map(\.name))
    relationships = positions(parts.relationships.map(\.name))
    columns = positions(parts.attributes.map(\.column))
    let key = parts.key.referenceColumn
    keyAttribute = key.flatMap { key in
      parts.attributes.firstIndex { $0.column.isSameSQLName(as: key) && $0.storage == .integer }
    }
    guard let key, keyAttribute == nil, relationships[ScalarString(key)] == nil, attributes[ScalarString(key)] == nil,
      !parts.attributes.contains(where: { $0.column.isSameSQLName(as: key) })
    else {
      hiddenKey = nil
      return
    }
    hiddenKey = Attribute(name: key, type: .integer, isTrusted: true)
  }
}

/// The identity of a row of an entity.
///
/// It has two roles, usually in one column: foreign keys refer to it, and an `ObjectReference` carries it as an integer.
public struct EntityKey: Sendable {
  /// The columns of the primary key, in order, which foreign keys refer to. Empty if the table declares no key.
  public let columns: [String]
  /// The column with the integer that identifies a row in an `ObjectReference`: an integer primary key, or a name of the table's hidden row number. Nil
  /// if rows cannot be referred to: in a view, or in a table without row numbers.
  public let referenceColumn: String?

  /// A key.
  public init(columns: [String], referenceColumn: String?) {
    self.columns = columns
    self.referenceColumn = referenceColumn
  }

  /// The common key: one integer column that is both the primary key and the reference.
  public static func integer(_ column: String) -> EntityKey {
    EntityKey(columns: [column], referenceColumn: column)
  }

  /// The key of rows without any identity.
  public static let none = EntityKey(columns: [], referenceColumn: nil)

  /// The column that is both the primary key and the reference; nil if the two differ.
  public var integerColumn: String? {
    guard let column = columns.first, columns.count == 1, referenceColumn?.hasSameScalars(as: column) == true else {
      return nil
    }
    return column
  }
}

/// A named member of an entity, with all that a binder needs.
public enum EntityMember: Sendable {
  /// A value.
  case attribute(Attribute)
  /// A reference to one object or to several.
  case relationship(Relationship)

  /// The name in predicates.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The type of the value, or of an element of a to-many relationship.
  public var elementType: QueryType {
    switch self {
    case .attribute(let attribute): attribute.type
    case .relationship(let relationship): .object(relationship.destination)
    }
  }

  /// Whether the member is a collection.
  public var isToMany: Bool {
    if case .relationship(let relationship) = self { relationship.cardinality == .toMany } else { false }
  }

  /// Whether the member of a row may read as nil; see ``Attribute/mayBeNil`` and ``Relationship/mayBeNil``.
  public var mayBeNil: Bool {
    switch self {
    case .attribute(let attribute): attribute.mayBeNil
    case .relationship(let relationship): relationship.mayBeNil
    }
  }
}

extension Entity: CustomStringConvertible {
  /// The name, and the names of the attributes and relationships: `Friend(friendName, email, birthday, lentMovies, loans, friends)`.
  public var description: String {
    "\(name)(\((attributes.map(\.name) + relationships.map(\.name)).joined(separator: ", ")))"
  }
}
