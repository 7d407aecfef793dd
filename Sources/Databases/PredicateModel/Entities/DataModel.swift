import PredicateBinding
import PredicateValues

/// What a database holds, in the words of whoever asks: entities with attributes and relationships, and how each is stored.
///
/// A model is plain data. Build one in code, read it from a file or from a database's schema, and call ``validate()`` before it is
/// used: the look-ups never fail on a broken model, they only find less.
public struct DataModel: Sendable {
  /// The entities in the order they were declared.
  public let entities: [Entity]
  /// Fetches under names, in the order they were declared.
  public let fetchTemplates: [FetchTemplate]
  /// Where the properties of dates are read (`lentOn.hour`), unless binding is told another zone. Model files do not keep it.
  public var timeZone = QueryTimeZone.utc

  /// Whether objects may lack what the model requires: new ones that were not saved yet. Then conditions take nothing as present.
  package var hasUnfinishedObjects = false

  /// Says what the members of entities are whose objects are values of a program; nil for a database.
  package var types: (any TypeSource)?

  /// Where the entities are, by the bytes of their names, else of their tables' names; nil for a model so small that looking is faster.
  private let positions: Positions?

  private struct Positions: Sendable {
    var byName: [[UInt8]: Int] = [:]
    var byTable: [[UInt8]: Int] = [:]
  }

  /// A model of these entities. Nothing is checked here; see ``validate()``.
  ///
  /// Entities get what they inherit. Those whose parents are missing or go in a circle stay as they are.
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

  /// The entity of that name, compared by scalars, else that of the table of that name; nil where there is none. Takes the same time
  /// whatever the number of entities.
  public func entity(named name: String) -> Entity? {
    if let positions {
      let bytes = Array(name.utf8)
      let position = positions.byName[bytes] ?? positions.byTable[bytes]
      return position.map { entities[$0] }
    }
    return entities.first { $0.name.hasSameScalars(as: name) }
      ?? entities.first { $0.parent == nil && $0.table.hasSameScalars(as: name) }
  }

  /// The template of that name, compared by scalars; nil where there is none. Linear in the number of templates.
  ///
  ///     try model.fetchTemplate(named: "lentTo").map { try database.fetch($0.fetch, variables: ["name": "Anna"]) }
  public func fetchTemplate(named name: String) -> FetchTemplate? {
    fetchTemplates.first { $0.name.hasSameScalars(as: name) }
  }

  /// The names of all entities, in order: for suggestions.
  public var entityNames: [String] { entities.map(\.name) }

  /// The entity at the other end of a relationship; nil only in a model that does not validate.
  public func destination(of relationship: Relationship) -> Entity? {
    entity(named: relationship.destination)
  }

  /// The same relationship seen from the other end; nil where none is declared.
  public func inverse(of relationship: Relationship) -> Relationship? {
    guard let name = relationship.inverse else { return nil }
    return destination(of: relationship)?.relationship(named: name)
  }
}

extension DataModel {
  /// The entity of that name, or of the table of that name; where there is none, the only one that differs from it in the case of its
  /// letters alone.
  package func entity(spelled name: String) -> Entity? {
    if let entity = entity(named: name) { return entity }
    let lowercased = name.lowercased()
    let alike = entities.filter { entity in
      [entity.name, entity.table].contains { $0.lowercased().hasSameScalars(as: lowercased) }
    }
    return alike.count == 1 ? alike[0] : nil
  }

  /// The entity of a name in one or many: `Movie` for `movie`, `Movies` and `MOVIES`.
  package func entity(inOneOrMany name: String) -> Entity? {
    if let entity = entity(spelled: name) { return entity }
    // A name with a quote in it is one that was not finished.
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.properties.isXIDContinue) else { return nil }
    let singular = NameWords(name).entity.lowercased()
    let alike = entities.filter { NameWords($0.name).entity.lowercased().hasSameScalars(as: singular) }
    return alike.count == 1 ? alike[0] : nil
  }
}
