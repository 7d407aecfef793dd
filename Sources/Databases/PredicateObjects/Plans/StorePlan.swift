import PredicateDatabases
import PredicateModel
import PredicateSyntax

/// Describes how the objects of a model are stored. It is made once from the model and its tables. After that only the time zone can change.
struct StorePlan: Sendable {
  var model: DataModel
  private(set) var entities: [EntityPlan] = []
  private(set) var pairTables: [PairTable] = []
  /// For each entity the plans of its objects: its own, and those of the entities that inherit from it.
  private(set) var kinds: [[EntityPlan]] = []
  /// For each entity its table, with the layouts of ``kinds``; nil if rows have no key.
  private(set) var tables: [RecordTable?] = []

  /// Whether writing rows may change other rows.
  private(set) var hasTriggers = false

  /// - Parameter rules: The columns and triggers of a table; returns nil for all tables if they do not exist yet.
  init(_ model: DataModel, rules: (_ table: String) -> TableRules? = { _ in nil }) {
    self.model = model
    let tables = model.entities.map { rules($0.table) }
    let lines = model.entities.indices.map { Self.line(of: $0, in: model) }
    // Entities in one table have the key of their root.
    let keys = lines.map { line in line.last.flatMap { Self.key(of: model.entities[$0]) } }
    // Parents are processed first, because inherited members have the same indexes as in the parent's plan.
    let order = lines.indices.sorted { (lines[$0].count, $0) < (lines[$1].count, $1) }
    var foreignKeys: [[EntityPlan.ForeignKey]] = lines.map { _ in [] }
    for position in order {
      let inherited = lines[position].dropFirst().first.map { foreignKeys[$0] } ?? []
      foreignKeys[position] = Self.foreignKeys(
        of: position, in: model, keys, tables, inherited: inherited)
    }
    var links: [[LinkPlan]] = lines.map { _ in [] }
    hasTriggers = tables.contains { $0?.hasTriggers == true }
    for position in order {
      let entity = model.entities[position]
      let inherited = lines[position].dropFirst().first.map { links[$0] } ?? []
      links[position] =
        inherited
        + entity.declared.relationships.compactMap { link($0, of: entity, at: position, keys, foreignKeys, rules) }
    }
    for index in pairTables.indices { findRows(of: index, foreignKeys, links) }
    var linked: [Set<Int>] = lines.map { _ in [] }
    for key in foreignKeys.joined() { linked[key.destination].formUnion(key.key.attributes) }
    for table in pairTables {
      linked[table.source].formUnion(table.sourceKey.attributes)
      linked[table.destination].formUnion(table.destinationKey.attributes)
    }
    entities = model.entities.indices.map { position in
      EntityPlan(
        model, at: position, line: lines[position], key: keys[position], foreignKeys[position], links[position],
        linked: linked[position], tables[position])
    }
    kinds = entities.map { plan in
      plan.entityColumn == nil ? [plan] : entities.filter { $0.isKind(of: plan.position) }
    }
    self.tables = zip(entities, kinds).map { $0.table(of: $1) }
  }

  /// The positions of an entity and of its ancestors.
  private static func line(of position: Int, in model: DataModel) -> [Int] {
    var line = [position]
    while let last = line.last, let name = model.entities[last].parent,
      let next = model.entities.firstIndex(where: { $0.name.hasSameScalars(as: name) }), !line.contains(next)
    {
      line.append(next)
    }
    return line
  }

  func entity(named name: String) -> EntityPlan? {
    guard let entity = model.entity(named: name) else { return nil }
    return entities.first { $0.entity.name.hasSameScalars(as: entity.name) }
  }

  /// The key of an entity's rows: the integer of a column or of the row number, otherwise the values of the primary key.
  private static func key(of entity: Entity) -> RecordKey? {
    if let column = entity.key.referenceColumn {
      return RecordKey(table: entity.table, columns: [column], numbers: nil)
    }
    if entity.key.columns.isEmpty || entity.isReadOnly { return nil }
    return RecordKey(table: entity.table, columns: entity.key.columns, numbers: NumberedKeys())
  }

  /// The foreign keys of an entity's table, whichever end declares them.
  private static func foreignKeys(
    of position: Int, in model: DataModel, _ keys: [RecordKey?], _ tables: [TableRules?],
    inherited: [EntityPlan.ForeignKey]
  ) -> [EntityPlan.ForeignKey] {
    let entity = model.entities[position]
    let table = tables[position]
    var declared: [(columns: [String], destination: Entity, relationship: Relationship)] = []
    for relationship in entity.relationships {
      if case .foreignKey(let columns) = relationship.storage, let other = model.destination(of: relationship) {
        declared.append((columns, other, relationship))
      }
    }
    for other in model.entities {
      for relationship in other.declared.relationships
      where relationship.destination.hasSameScalars(as: entity.name) {
        if case .foreignKeyOfDestination(let columns) = relationship.storage {
          declared.append((columns, other, relationship))
        }
      }
    }
    var found = inherited
    // Integer keys are added first. If another key also uses their column, it stays an integer key.
    for (columns, destination, relationship) in declared.filter({ $0.columns.count == 1 })
      + declared.filter({ $0.columns.count > 1 })
    {
      guard let place = model.entities.firstIndex(where: { $0.name.hasSameScalars(as: destination.name) }),
        let destinationKey = keys[place],
        let end = EndKey(columns, to: destination, destinationKey, referenced: relationship.referencedColumns),
        columns.allSatisfy({ column in
          table?.column(named: column)?.isComputed != true
        }), !found.contains(where: { $0.destination == place && hasSameColumns($0, columns) })
      else { continue }
      var attributes: [Int] = []
      var key = end
      let isRowKey = columns.contains { entity.key.integerColumn?.hasSameScalars(as: $0) == true }
      if isRowKey {
        // This foreign key is the object's own key, which is assigned when the object is created and never changes.
        guard end.reference.isDirect, table?.isOfCoreData != true, let whole = end.withAttribute(of: destination),
          let own = entity.attributes.firstIndex(where: { $0.column.isSameSQLName(as: columns[0]) })
        else { continue }
        (key, attributes) = (whole, [own])
      } else if end.reference.isDirect {
        // If two foreign keys use a column, the column belongs to the first of them.
        if found.contains(where: { hasColumn($0, columns[0]) }) { continue }
      } else {
        attributes = columns.compactMap { column in
          entity.attributes.firstIndex { $0.column.isSameSQLName(as: column) }
        }
        guard attributes.count == columns.count, !found.contains(where: { $0.isDirect && hasColumn($0, in: columns) })
        else { continue }
      }
      let orderColumn = Self.orderColumn(ofForeignKey: columns, of: entity, to: destination, in: model)
      var foreign = EntityPlan.ForeignKey(
        key: key, attributes: attributes, destination: place, orderColumn: orderColumn, isRowKey: isRowKey,
        updateRule: KeyUpdateRule(
          action: table?.foreignKeys.first {
            areSame($0.columns, columns) && $0.table.isSameSQLName(as: destination.table)
          }?
          .onUpdate))
      if let table, table.isOfCoreData {
        // Either end may declare the key.
        let isOwn = if case .foreignKey = relationship.storage { true } else { false }
        let inverse = model.inverse(of: relationship)
        foreign.coreData = CoreDataReference(
          columns[0], isOwn ? relationship : inverse ?? relationship, inverse: isOwn ? inverse : relationship,
          in: table,
          to: (destination, tables[place]))
      }
      found.append(foreign)
    }
    return found
  }

  private static func hasSameColumns(_ key: EntityPlan.ForeignKey, _ columns: [String]) -> Bool {
    areSame(key.key.reference.columns, columns)
  }

  private static func hasColumn(_ key: EntityPlan.ForeignKey, _ column: String) -> Bool {
    hasColumn(key, in: [column])
  }

  private static func hasColumn(_ key: EntityPlan.ForeignKey, in columns: [String]) -> Bool {
    key.key.reference.columns.contains { own in columns.contains { $0.isSameSQLName(as: own) } }
  }

  /// The column that keeps the order of the rows with one foreign key; nil without an order.
  private static func orderColumn(
    ofForeignKey columns: [String], of entity: Entity, to destination: Entity, in model: DataModel
  ) -> String? {
    for relationship in destination.relationships {
      guard let column = relationship.orderColumn, case .foreignKeyOfDestination(let names) = relationship.storage,
        relationship.destination.hasSameScalars(as: entity.name), names.count == columns.count,
        zip(names, columns).allSatisfy({ $0.hasSameScalars(as: $1) })
      else { continue }
      return column
    }
    return nil
  }

  /// Finds the entity whose objects are the rows of a join table. Both ends need a list of these objects.
  private mutating func findRows(of index: Int, _ foreignKeys: [[EntityPlan.ForeignKey]], _ links: [[LinkPlan]]) {
    let table = pairTables[index]
    guard let entity = model.entities.firstIndex(where: { $0.table.isSameSQLName(as: table.table) && !$0.isReadOnly })
    else { return }
    func slot(_ end: EndKey, _ other: Int) -> Int? {
      guard
        let slot = foreignKeys[entity].firstIndex(where: {
          $0.destination == other && Self.hasSameColumns($0, end.reference.columns)
        })
      else { return nil }
      let isListed = links[other].contains { $0.destination == entity && $0.storage == .referencedBy(slot) }
      return isListed ? slot : nil
    }
    guard let source = slot(table.sourceKey, table.source),
      let destination = slot(table.destinationKey, table.destination)
    else { return }
    pairTables[index].keep(in: PairTable.Rows(entity: entity, source: source, destination: destination))
  }

  private static func areSame(_ columns: [String], _ others: [String]) -> Bool {
    columns.count == others.count && zip(columns, others).allSatisfy { $0.isSameSQLName(as: $1) }
  }

  private mutating func link(
    _ relationship: Relationship, of entity: Entity, at position: Int, _ keys: [RecordKey?],
    _ foreignKeys: [[EntityPlan.ForeignKey]], _ rules: (String) -> TableRules?
  ) -> LinkPlan? {
    guard let destination = model.destination(of: relationship),
      let place = model.entities.firstIndex(where: { $0.name.hasSameScalars(as: destination.name) })
    else { return nil }
    let inverse = relationship.inverse.flatMap { name in
      destination.relationships.firstIndex { $0.name.hasSameScalars(as: name) }
    }
    return LinkPlan(
      relationship: relationship, destination: place,
      storage: storage(of: relationship, position, place, keys, foreignKeys, rules), inverse: inverse)
  }

  private mutating func storage(
    of relationship: Relationship, _ source: Int, _ destination: Int, _ keys: [RecordKey?],
    _ foreignKeys: [[EntityPlan.ForeignKey]], _ rules: (String) -> TableRules?
  ) -> LinkPlan.Storage {
    func place(of columns: [String], in entity: Int, to other: Int) -> Int? {
      foreignKeys[entity].firstIndex { $0.destination == other && Self.hasSameColumns($0, columns) }
    }
    switch relationship.storage {
    case .foreignKey(let columns):
      return place(of: columns, in: source, to: destination).map { .reference($0) } ?? .unusable
    case .foreignKeyOfDestination(let columns):
      guard let slot = place(of: columns, in: destination, to: source) else { return .unusable }
      // A foreign key has only one order. Another relationship with a different order cannot be used.
      let order = foreignKeys[destination][slot].orderColumn
      if let column = relationship.orderColumn, column != order { return .unusable }
      return .referencedBy(slot)
    case .joinTable(let join):
      guard let sourceEntityKey = keys[source], let destinationEntityKey = keys[destination],
        let sourceKey = EndKey(join.sourceColumns, to: model.entities[source], sourceEntityKey),
        let destinationKey = EndKey(join.destinationColumns, to: model.entities[destination], destinationEntityKey)
      else { return .unusable }
      let ownColumns = join.sourceColumns + join.destinationColumns
      for (index, table) in pairTables.enumerated() where table.table.hasSameScalars(as: join.table) {
        let isSource = Self.areSame(table.keyColumns, ownColumns)
        guard isSource || Self.areSame(table.keyColumns, join.destinationColumns + join.sourceColumns) else { continue }
        pairTables[index].keepOrder(in: relationship.orderColumn, ofSource: isSource)
        return .pairs(table: index, isSource: isSource)
      }
      let isSymmetric = source == destination && relationship.inverse?.hasSameScalars(as: relationship.name) == true
      let columns = rules(join.table)?.columns ?? []
      hasTriggers = hasTriggers || rules(join.table)?.hasTriggers == true
      pairTables.append(
        PairTable(
          table: join.table, sourceKey: sourceKey, destinationKey: destinationKey, source: source,
          destination: destination,
          isSymmetric: isSymmetric,
          furtherColumns: columns.filter { column in
            !column.isComputed && !ownColumns.contains { $0.isSameSQLName(as: column.name) }
          }.map(\.name)))
      pairTables[pairTables.count - 1].keepOrder(in: relationship.orderColumn, ofSource: true)
      return .pairs(table: pairTables.count - 1, isSource: true)
    }
  }
}

/// The reason why an object cannot be read, changed or created.
///
///     do { try movie.set("yaer", to: .integer(1979)) } catch let issue as StoreIssue { print(issue) }
///     // Movie has no member “yaer”
public struct StoreIssue: Error, Sendable, Hashable {
  /// The closed list of reasons.
  public enum Kind: String, Sendable, CaseIterable {
    /// The model has no such entity, or the context has no such class.
    case unknownEntity = "unknown-entity"
    /// The entity is abstract: only entities that inherit from it have objects.
    case abstractEntity = "abstract-entity"
    /// The entity has no attribute or relationship of that name.
    case unknownMember = "unknown-member"
    /// The model has no fetch template of that name.
    case unknownTemplate = "unknown-template"
    /// The value is not of the attribute's type, or the object not of the relationship's entity.
    case wrongType = "wrong-type"
    /// A property of a class differs from the model.
    case classMismatch = "class-mismatch"
    /// The entity or the relationship cannot be changed through objects, because of the way in which it is stored.
    case unchangeable
    /// Objects cannot read the relationship: a column of its key is not an attribute, or refers to two tables.
    case unreadable
    /// The table computes the attribute's value itself.
    case computed
    /// An index is outside of an ordered relationship.
    case outOfBounds = "out-of-bounds"
    /// The database was opened for reading only.
    case readOnly = "read-only"
    /// The object was deleted in this context.
    case deleted
    /// The object's row was deleted from the database.
    case rowMissing = "row-missing"
    /// The object belongs to another context, or its context was freed.
    case otherContext = "other-context"
    /// The closure of ``ObjectActor/perform(within:keepsChanges:_:)`` ended with unsaved changes.
    case unsavedChanges = "unsaved-changes"
  }

  /// The reason.
  public let kind: Kind
  /// The reason as a stable, hyphenated name: `wrong-type`.
  public var code: String { kind.rawValue }
  /// The issue for people.
  public let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension StoreIssue: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
