import GRDB
import PredicateModel
import PredicateValues

/// Checks against the rows whether the texts that would be titles distinguish the objects.
///
/// A required text is often a name, but also often a state: `paid`, `shipped`. Such a text does not distinguish objects, so a sample of the rows
/// decides. If the values of a text repeat, it is not a title, and the next text is tried. A sample is up to 100 rows from each end of the table, so
/// its cost does not depend on the size of the table. Views are not read, because one row may cost as much as all.
struct TitleEvidence {
  private let database: Database
  private static let rowCount = 100
  /// The least size of a sample that proves something.
  private static let leastValues: Int64 = 3

  init(of database: Database) { self.database = database }

  /// The model, in which texts with repeated values are not titles.
  func checked(_ model: DataModel) throws -> DataModel {
    var isChanged = false
    var entities = model.entities.map(\.declared)
    // Only declared attributes are checked, because inherited ones are checked at the entity that declares them.
    for (index, entity) in entities.enumerated() where !entity.isReadOnly {
      let found = try checked(entity)
      isChanged = isChanged || found != nil
      entities[index] = found ?? entity
    }
    guard isChanged else { return model }
    var checked = DataModel(entities: entities, fetchTemplates: model.fetchTemplates)
    checked.timeZone = model.timeZone
    return checked
  }

  /// The changed entity; nil if its first title distinguishes the objects.
  private func checked(_ entity: Entity) throws -> Entity? {
    var (entity, isChanged) = (entity, false)
    while entity.titleAttributes.count == 1, let title = entity.titleAttribute, Entity.leastShare(ofTitle: title) > 0,
      try isRepeated(title, of: entity)
    {
      entity = entity.changed(attributes: entity.attributes.map { $0.column == title.column ? $0.repeated : $0 })
      isChanged = true
    }
    return isChanged ? entity : nil
  }

  private func isRepeated(_ title: Attribute, of entity: Entity) throws -> Bool {
    let (table, column) = (entity.table.quotedIdentifier, title.column.quotedIdentifier)
    var parts = ["SELECT \(column) AS v FROM (SELECT \(column) FROM \(table) NOT INDEXED LIMIT \(Self.rowCount))"]
    if let key = entity.key.referenceColumn?.quotedIdentifier {
      parts.append(
        "SELECT \(column) FROM (SELECT \(column) FROM \(table) WHERE \(key) > (SELECT \(key) FROM \(table) LIMIT 1 "
          + "OFFSET \(Self.rowCount - 1)) ORDER BY \(key) DESC LIMIT \(Self.rowCount))")
    }
    do {
      let statement = try RawStatement(
        database, "SELECT COUNT(v), COUNT(DISTINCT v) FROM (\(parts.joined(separator: " UNION ALL ")))")
      var isRepeated = false
      try statement.read { row in
        let (count, different) = (row.integer(at: 0), row.integer(at: 1))
        isRepeated = count >= Self.leastValues && Double(different) < Double(count) * Entity.leastShare(ofTitle: title)
      }
      return isRepeated
    } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CORRUPT].contains(error.resultCode) {
      // The error is ignored, because statements that use a missing or damaged table report it.
      return false
    }
  }
}
