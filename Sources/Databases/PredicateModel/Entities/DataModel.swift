import PredicateBinding
import PredicateValues

/// The content of a database for predicates: entities with attributes and relationships, and how each is stored.
///
/// A model is plain data. Build it in code, or read it from a file or from a database's schema. Call ``validate()`` before use. A look-up in an
/// invalid model does not fail, but may return nil.
public struct DataModel: Sendable {
  /// The entities, in the order of declaration.
  public let entities: [Entity]
  /// Named fetches, in the order of declaration.
  public let fetchTemplates: [FetchTemplate]
  /// The time zone for properties of dates (`lentOn.hour`), unless the binding options have another one. Not stored in model files.
  public var timeZone = QueryTimeZone.utc

  /// Whether objects may lack required values, as new objects do before they are saved. Conditions then treat every value as one that may be nil.
  package var hasUnfinishedObjects = false

  /// For each entity the attributes whose texts encode values of Swift as JSON. Not stored in model files.
  package var encodedAttributes: [String: Set<String>] = [:]

  /// The members of entities whose objects are values of a program; nil for a database.
  package var types: (any TypeSource)?

  /// The positions of entities by the bytes of their names and of their tables' names. Nil for a small model, because a scan of it is faster.
  private let positions: Positions?

  private struct Positions: Sendable {
    var byName: [[UInt8]: Int] = [:]
    var byTable: [[UInt8]: Int] = [:]
  }

  /// A model of these entities. The model is not checked; see ``validate()``.
  ///
  /// Entities get the members that they inherit. An entity with a missing parent or in a circle of parents stays unchanged.
  public init(entities declared: [Entity], fetchTemplates: [FetchTemplate] = []) {
    self.fetchTemplates = fetchTemplates
    let entities = Self.inheriting(declared)
    self.entities = entities
    guard entities.count > 16 else {
      positions = nil
      return
    }
    var positions = Positions()
    for (position, entity) in entities.enumerated().reversed() {
      positions.byName[Array(entity.name.utf8)] = position
      if entity.parent == nil { positions.byTable[Array(entity.table.utf8)] = position }
    }
    self.positions = positions
  }

  /// The entity with a name, compared by scalars, otherwise the entity whose table has the name; nil if there is none. Constant time.
  public func entity(named name: String) -> Entity? {
    if let positions {
      let bytes = Array(name.utf8)
      let position = positions.byName[bytes] ?? positions.byTable[bytes]
      return position.map { entities[$0] }
    }
    return entities.first { $0.name.hasSameScalars(as: name) }
      ?? entities.first { $0.parent == nil && $0.table.hasSameScalars(as: name) }
  }

  /// The template with a name, compared by scalars; nil if there is none. Linear in the number of templates.
  ///
  ///     try model.fetchTemplate(named: "lentTo").map { try database.fetch($0.fetch, variables: ["name": "Anna"]) }
  public func fetchTemplate(named name: String) -> FetchTemplate? {
    fetchTemplates.first { $0.name.hasSameScalars(as: name) }
  }

  /// The same model with other attributes, for a database that states the facts about its columns. The function gets each attribute once, with the
  /// entity that declares it. If it returns nil, the attribute is removed.
  package func mapAttributes(_ change: (Attribute, Entity) -> Attribute?) -> DataModel {
    let changed = entities.map { entity in
      entity.declared.with { parts in parts.attributes = parts.attributes.compactMap { change($0, entity) } }
    }
    return replacing(entities: changed)
  }

  /// The same model with other entities. All other members stay.
  package func replacing(entities: [Entity]) -> DataModel {
    var model = DataModel(entities: entities, fetchTemplates: fetchTemplates)
    (model.timeZone, model.hasUnfinishedObjects) = (timeZone, hasUnfinishedObjects)
    (model.encodedAttributes, model.types) = (encodedAttributes, types)
    return model
  }

  /// The names of all entities, in order: for suggestions.
  public var entityNames: [String] { entities.map(\.name) }

  /// The entity at the other end of a relationship; nil only in a model that does not validate.
  public func destination(of relationship: Relationship) -> Entity? {
    entity(named: relationship.destination)
  }

  /// The inverse relationship; nil if none is declared.
  public func inverse(of relationship: Relationship) -> Relationship? {
    guard let name = relationship.inverse else { return nil }
    return destination(of: relationship)?.relationship(named: name)
  }
}

extension DataModel {
  /// The first entity that is not a table in which a tool keeps its own records, such as the migrations of a schema. If there is none, the first entity.
  package var firstEntity: Entity? { entities.first { !Self.keepsBooks($0.table) } ?? entities.first }

  /// Whether a table is known to contain the records of a tool: of Rails, Room, Prisma, Django, EF Core, GeoPackage and others.
  private static func keepsBooks(_ table: String) -> Bool {
    let name = table.lowercased().filter { $0 != "_" }
    return bookkeepingEndings.contains { name.hasSuffix($0) } || bookkeepingTables.contains(name)
      || bookkeepingBeginnings.contains { name.hasPrefix($0) }
  }

  private static let bookkeepingEndings = ["migrations", "migrationshistory", "migrationslock", "schemahistory"]
  private static let bookkeepingBeginnings = ["gpkg", "rtree", "sqlite"]
  private static let bookkeepingTables: Set<String> = [
    "alembicversion", "androidmetadata", "arinternalmetadata", "databasechangelog", "databasechangeloglock",
    "djangocontenttype", "djangosession", "geometrycolumns", "goosedbversion", "roommastertable", "schemaversion",
    "spatialrefsys", "zmetadata", "zmodelcache", "zprimarykey",
  ]

  /// The entity with a name or table name. If there is none, the only entity whose name or table name differs from it in letter case alone.
  package func entity(spelled name: String) -> Entity? {
    if let entity = entity(named: name) { return entity }
    let lowercased = name.lowercased()
    let alike = entities.filter { entity in
      [entity.name, entity.table].contains { $0.lowercased().hasSameScalars(as: lowercased) }
    }
    return alike.count == 1 ? alike[0] : nil
  }

  /// The entity whose name a word is in singular or plural: `Movie` for `movie`, `Movies` and `MOVIES`.
  package func entity(inOneOrMany name: String) -> Entity? {
    if let entity = entity(spelled: name) { return entity }
    // A name that contains a quote is still being typed, so it is not the name of an entity.
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.properties.isXIDContinue) else { return nil }
    let singular = NameWords(name).entity.lowercased()
    let alike = entities.filter { NameWords($0.name).entity.lowercased().hasSameScalars(as: singular) }
    return alike.count == 1 ? alike[0] : nil
  }
}

extension DataModel: CustomStringConvertible {
  /// The names of the entities: `DataModel(Friend, Loan, Movie, Tag)`.
  public var description: String { "DataModel(\(entities.map(\.name).joined(separator: ", ")))" }
}
