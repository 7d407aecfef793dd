import PredicateValues

/// One kind of object: a table or a view, with the names under which predicates reach what its rows hold.
public struct Entity: Sendable {
  /// One reference: entities are copied wherever a name is looked up, and each part would be counted each time.
  private let shared: Shared<Parts>

  /// What predicates and people call it.
  public var name: String { shared.parts.name }
  /// The table or view, verbatim. All entities of a hierarchy have the table of its root.
  public var table: String { shared.parts.table }
  /// What identifies a row.
  public var key: EntityKey { shared.parts.key }
  /// The attributes, in the order of the columns. In a model those that the parent has come first.
  public var attributes: [Attribute] { shared.parts.attributes }
  /// The relationships, in the order they were declared. In a model those that the parent has come first.
  public var relationships: [Relationship] { shared.parts.relationships }
  /// Whether rows can only be read: a view.
  public var isReadOnly: Bool { shared.parts.isReadOnly }
  /// Conditions on each object, which is `SELF`: `lent == NO OR lentToFriend != nil`.
  public var validations: [QueryPredicate] { shared.parts.validations }
  /// Lists of attributes whose values no two objects share: `[["email"]]`. Where one of the values is nil, any number of objects may share
  /// the others.
  public var uniqueness: [[String]] { shared.parts.uniqueness }
  /// Properties whose objects a fetch finds each time they are read. They are no members: predicates do not reach them.
  public var fetchedProperties: [FetchedProperty] { shared.parts.fetchedProperties }
  /// Members that the database does not store, inherited ones first. They are among no other lists.
  package var transientMembers: [TransientMember] { shared.parts.transientMembers }
  /// The entity that this one is a kind of: every `Manager` is an `Employee`. Nil for none. The model gives the entity the parent's
  /// members, conditions, table and key; fetching the parent's objects finds the entity's as well.
  ///
  ///     Entity(name: "Manager", attributes: [Attribute(name: "budget", type: .double)], parent: "Employee")
  public var parent: String? { shared.parts.parent }
  /// Whether there are only objects of the entities that have it as their parent.
  public var isAbstract: Bool { shared.parts.isAbstract }
  /// The column of the table that holds the name of each row's entity; that of the root counts. Nil for `entity`.
  public var entityColumn: String? { shared.parts.entityColumn }
  /// The number that the column of entities holds for its objects, in place of the name; nil where it holds names. Core Data's stores have
  /// numbers.
  public var entityNumber: Int64? { shared.parts.entityNumber }
  /// Values that programs keep with the entity: texts, numbers and booleans by their names. The library gives them no meaning, and no
  /// entity inherits them.
  public var userInfo: QueryDictionary { shared.parts.userInfo }
  /// The place of the entity among its kin; nil outside of hierarchies, and of an entity that is in no model.
  public var hierarchy: EntityHierarchy? { shared.parts.hierarchy }

  /// An entity. The table is named after it unless told otherwise, and its key is the integer column `id`.
  public init(
    name: String, table: String? = nil, key: EntityKey = .integer("id"), attributes: [Attribute],
    relationships: [Relationship] = [], isReadOnly: Bool = false, validations: [QueryPredicate] = [],
    uniqueness: [[String]] = [], fetchedProperties: [FetchedProperty] = [], parent: String? = nil,
    isAbstract: Bool = false, entityColumn: String? = nil, entityNumber: Int64? = nil,
    userInfo: QueryDictionary = QueryDictionary()
  ) {
    self.init(
      Parts(
        name: name, table: table ?? name, key: key, attributes: attributes, relationships: relationships,
        isReadOnly: isReadOnly, validations: validations, uniqueness: uniqueness, fetchedProperties: fetchedProperties,
        parent: parent, isAbstract: isAbstract, entityColumn: entityColumn, entityNumber: entityNumber,
        userInfo: userInfo))
  }

  private init(_ parts: Parts) { shared = Shared(parts) }

  /// The entity with changed parts.
  package func with(_ change: (inout Parts) -> Void) -> Entity {
    var parts = shared.parts
    change(&parts)
    return Entity(parts)
  }

  /// The name of the entity that names its objects in an `ObjectReference`: the root of its hierarchy, so that a `Manager` is the same object
  /// wherever an `Employee` is meant.
  public var referenceName: String { hierarchy?.root ?? name }

  /// The attribute of that name, compared by scalars, else the integer that names the rows where that is no attribute of the model and
  /// its column has the name. Linear in the number of attributes.
  public func attribute(named name: String) -> Attribute? {
    attributes.first { $0.name.hasSameScalars(as: name) }
      ?? hiddenKey.flatMap { $0.name.hasSameScalars(as: name) ? $0 : nil }
  }

  /// The relationship of that name, compared by scalars. Linear in the number of relationships.
  public func relationship(named name: String) -> Relationship? {
    relationships.first { $0.name.hasSameScalars(as: name) }
  }

  /// The attribute or relationship of that name, else the attribute of the column of that name, so that whoever knows the table need
  /// not learn other names; nil where there is none.
  public func member(named name: String) -> EntityMember? {
    if let attribute = attribute(named: name) { return .attribute(attribute) }
    if let relationship = relationship(named: name) { return .relationship(relationship) }
    return attributes.first { $0.column.hasSameScalars(as: name) }.map { .attribute($0) }
  }

  /// The integer that names the rows as something to ask for (`id == 3`), under its column's name, where the model does not have it
  /// among the attributes and nothing else has the name. It is among no lists of members: it belongs to the table, not to the objects.
  public var hiddenKey: Attribute? {
    guard let column = key.referenceColumn, keyAttribute == nil, relationship(named: column) == nil,
      !attributes.contains(where: { $0.name.hasSameScalars(as: column) || $0.column.isSameSQLName(as: column) })
    else { return nil }
    return Attribute(name: column, type: .integer, isTrusted: true)
  }

  /// The attribute that is the integer by which rows are named; nil where that is none.
  public var keyAttribute: Attribute? {
    guard let key = key.referenceColumn else { return nil }
    return attributes.first { $0.column.isSameSQLName(as: key) && $0.storage == .integer }
  }

  /// The attributes that are the key in `Friend[3]` and `OrderLine[10248, 11]`: those of the primary key's columns, otherwise the integer that
  /// names the rows. Empty for a view, and if a column of the key is no attribute.
  package var objectKey: [Attribute] {
    let integer = (keyAttribute ?? hiddenKey).map { [$0] } ?? []
    if key.columns.isEmpty || key.integerColumn != nil { return integer }
    let found = key.columns.compactMap { column in attributes.first { $0.column.isSameSQLName(as: column) } }
    return found.count == key.columns.count ? found : integer
  }

  /// The attribute that tells people which object it is: a text that is called a name or a title, else the first text that every object
  /// has. Nil where there is neither. Keys are none: they tell the database.
  public var titleAttribute: Attribute? {
    let texts = attributes.filter { attribute in
      attribute.type == .string && !key.columns.contains { $0.isSameSQLName(as: attribute.column) }
    }
    return texts.first { ["name", "title", "label", "subject"].contains(NameWords($0.name).lastWord) }
      ?? texts.first { !$0.isOptional && !["at", "on", "date", "time"].contains(NameWords($0.name).lastWord) }
  }

  /// The names of all members, attributes first: for suggestions.
  public var memberNames: [String] { attributes.map(\.name) + relationships.map(\.name) }
}

/// What an entity is made of.
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

/// What identifies a row of an entity.
///
/// Two things that usually are one column: what foreign keys refer to, and the integer that an `ObjectReference` carries.
public struct EntityKey: Sendable {
  /// The primary key's columns, in order: what foreign keys refer to. Empty where the table declares none.
  public let columns: [String]
  /// The column whose integer names a row in an `ObjectReference`: an integer primary key, or the name under which SQLite's
  /// hidden row number can be selected. Nil where rows cannot be referred to: a view, a table without row numbers.
  public let referenceColumn: String?

  /// A key.
  public init(columns: [String], referenceColumn: String?) {
    self.columns = columns
    self.referenceColumn = referenceColumn
  }

  /// The common key: one integer column that does both.
  public static func integer(_ column: String) -> EntityKey {
    EntityKey(columns: [column], referenceColumn: column)
  }

  /// No key at all.
  public static let none = EntityKey(columns: [], referenceColumn: nil)

  /// The column that is the primary key and the reference in one; nil where the two differ.
  public var integerColumn: String? {
    guard let column = columns.first, columns.count == 1, referenceColumn?.hasSameScalars(as: column) == true else {
      return nil
    }
    return column
  }
}

/// What a name of an entity stands for, and all that a binder needs to know of it.
public enum EntityMember: Sendable {
  /// A value.
  case attribute(Attribute)
  /// Another object, or many.
  case relationship(Relationship)

  /// The name in predicates.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The type of the value, or of one of the values where there are many.
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

  /// Whether a row may read as nil here: see ``Attribute/mayBeNil`` and ``Relationship/mayBeNil``.
  public var mayBeNil: Bool {
    switch self {
    case .attribute(let attribute): attribute.mayBeNil
    case .relationship(let relationship): relationship.mayBeNil
    }
  }
}
