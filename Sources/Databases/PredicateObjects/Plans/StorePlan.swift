import PredicateDatabases
import PredicateModel
import PredicateSyntax

/// How the objects of a model are stored: made once from the model and its tables. Nothing but the time zone changes.
struct StorePlan: Sendable {
  var model: DataModel
  private(set) var entities: [EntityPlan] = []
  private(set) var pairTables: [PairTable] = []
  /// For each entity the plans of its objects: its own, and those of the entities that inherit from it.
  private(set) var kinds: [[EntityPlan]] = []
  /// For each entity its table, with the layouts of ``kinds``; nil if rows have no key that names them.
  private(set) var tables: [RecordTable?] = []

  /// Whether writing rows may change others.
  private(set) var hasTriggers = false

  /// - Parameter rules: What a table does by itself; nil for all where there are no tables yet.
  init(_ model: DataModel, rules: (_ table: String) -> TableRules? = { _ in nil }) {
    self.model = model
    let tables = model.entities.map { rules($0.table) }
    let lines = model.entities.indices.map { Self.line(of: $0, in: model) }
    // What is inherited has the same places in the parent's plan: parents come first.
    let order = lines.indices.sorted { (lines[$0].count, $0) < (lines[$1].count, $1) }
    var foreignKeys: [[EntityPlan.ForeignKey]] = lines.map { _ in [] }
    for position in order {
      let inherited = lines[position].dropFirst().first.map { foreignKeys[$0] } ?? []
      foreignKeys[position] = Self.foreignKeys(of: position, in: model, tables[position], inherited: inherited)
    }
    var links: [[LinkPlan]] = lines.map { _ in [] }
    hasTriggers = tables.contains { $0?.hasTriggers == true }
    for position in order {
      let entity = model.entities[position]
      let inherited = lines[position].dropFirst().first.map { links[$0] } ?? []
      links[position] =
        inherited
        + entity.declared.relationships.compactMap { link($0, of: entity, at: position, foreignKeys, rules) }
    }
    entities = model.entities.indices.map { position in
      EntityPlan(
        model, at: position, line: lines[position], foreignKeys[position], links[position], tables[position])
    }
    kinds = entities.map { plan in
      plan.entityColumn == nil ? [plan] : entities.filter { $0.isKind(of: plan.position) }
    }
    self.tables = zip(entities, kinds).map { $0.table(of: $1) }
  }

  /// The positions of an entity and of those that it inherits from.
  private static func line(of position: Int, in model: DataModel) -> [Int] {
    var line = [position]
    while let last = line.last, let name = model.entities[last].parent,
      let next = model.entities.firstIndex(where: { $0.name.hasSameScalars(as: name) }), !line.contains(next)
    {
      line.append(next)
    }
    return line
  }

  /// The entity of that name.
  func entity(named name: String) -> EntityPlan? {
    guard let entity = model.entity(named: name) else { return nil }
    return entities.first { $0.entity.name.hasSameScalars(as: entity.name) }
  }

  /// The foreign keys of an entity's table, whichever end declares them.
  private static func foreignKeys(
    of position: Int, in model: DataModel, _ table: TableRules?, inherited: [EntityPlan.ForeignKey]
  ) -> [EntityPlan.ForeignKey] {
    let entity = model.entities[position]
    var found = inherited
    func add(_ columns: [String], to destination: Entity, _ relationship: Relationship) {
      guard let column = columns.first, columns.count == 1, refersToKey(relationship, of: destination),
        let place = model.entities.firstIndex(where: { $0.name.hasSameScalars(as: destination.name) }),
        // A key that is a foreign key as well, and a column that refers to two tables, are written by nobody here.
        entity.key.integerColumn?.hasSameScalars(as: column) != true,
        table?.column(named: column)?.isComputed != true,
        !found.contains(where: { $0.column.hasSameScalars(as: column) })
      else { return }
      let orderColumn = Self.orderColumn(ofForeignKey: columns, of: entity, to: destination, in: model)
      found.append(EntityPlan.ForeignKey(column: column, destination: place, orderColumn: orderColumn))
    }
    for relationship in entity.relationships {
      if case .foreignKey(let columns) = relationship.storage, let other = model.destination(of: relationship) {
        add(columns, to: other, relationship)
      }
    }
    for other in model.entities {
      for relationship in other.declared.relationships
      where relationship.destination.hasSameScalars(as: entity.name) {
        if case .foreignKeyOfDestination(let columns) = relationship.storage { add(columns, to: other, relationship) }
      }
    }
    return found
  }

  /// The column that keeps the order of the rows with one foreign key; nil where they have none.
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

  /// Whether the foreign keys of a relationship hold the integer that names a row.
  private static func refersToKey(_ relationship: Relationship, of owner: Entity) -> Bool {
    guard let key = owner.key.integerColumn else { return false }
    guard let columns = relationship.referencedColumns else { return true }
    return columns.count == 1 && columns[0].hasSameScalars(as: key)
  }

  private mutating func link(
    _ relationship: Relationship, of entity: Entity, at position: Int, _ foreignKeys: [[EntityPlan.ForeignKey]],
    _ rules: (String) -> TableRules?
  ) -> LinkPlan? {
    guard let destination = model.destination(of: relationship),
      let place = model.entities.firstIndex(where: { $0.name.hasSameScalars(as: destination.name) })
    else { return nil }
    let inverse = relationship.inverse.flatMap { name in
      destination.relationships.firstIndex { $0.name.hasSameScalars(as: name) }
    }
    return LinkPlan(
      relationship: relationship, destination: place,
      storage: storage(of: relationship, position, place, foreignKeys, rules), inverse: inverse)
  }

  private mutating func storage(
    of relationship: Relationship, _ source: Int, _ destination: Int, _ foreignKeys: [[EntityPlan.ForeignKey]],
    _ rules: (String) -> TableRules?
  ) -> LinkPlan.Storage {
    func place(of columns: [String], in entity: Int, to other: Int) -> Int? {
      guard columns.count == 1 else { return nil }
      return foreignKeys[entity].firstIndex { $0.column.hasSameScalars(as: columns[0]) && $0.destination == other }
    }
    switch relationship.storage {
    case .foreignKey(let columns):
      return place(of: columns, in: source, to: destination).map { .reference($0) } ?? .unusable
    case .foreignKeyOfDestination(let columns):
      guard let slot = place(of: columns, in: destination, to: source) else { return .unusable }
      // A foreign key keeps one order.
      let order = foreignKeys[destination][slot].orderColumn
      if let column = relationship.orderColumn, column != order { return .unusable }
      return .referencedBy(slot)
    case .joinTable(let join):
      guard join.sourceColumns.count == 1, join.destinationColumns.count == 1,
        model.entities[source].key.integerColumn != nil, model.entities[destination].key.integerColumn != nil
      else { return .unusable }
      let (from, to) = (join.sourceColumns[0], join.destinationColumns[0])
      for (index, table) in pairTables.enumerated() where table.table.hasSameScalars(as: join.table) {
        let isSource = table.sourceColumn.hasSameScalars(as: from) && table.destinationColumn.hasSameScalars(as: to)
        guard
          isSource || table.sourceColumn.hasSameScalars(as: to) && table.destinationColumn.hasSameScalars(as: from)
        else { continue }
        pairTables[index].keepOrder(in: relationship.orderColumn, ofSource: isSource)
        return .pairs(table: index, isSource: isSource)
      }
      let isSymmetric = source == destination && relationship.inverse?.hasSameScalars(as: relationship.name) == true
      let columns = rules(join.table)?.columns ?? []
      hasTriggers = hasTriggers || rules(join.table)?.hasTriggers == true
      pairTables.append(
        PairTable(
          table: join.table, sourceColumn: from, destinationColumn: to, source: source, destination: destination,
          isSymmetric: isSymmetric,
          furtherColumns: columns.filter { column in
            !column.isComputed && !column.name.isSameSQLName(as: from) && !column.name.isSameSQLName(as: to)
          }.map(\.name)))
      pairTables[pairTables.count - 1].keepOrder(in: relationship.orderColumn, ofSource: true)
      return .pairs(table: pairTables.count - 1, isSource: true)
    }
  }
}
