import GRDB
import PredicateModel
import PredicateValues

/// An attribute's own values, for proposing them.
extension PredicateDatabase {
  /// Distinct values of an attribute, ascending, nil not among them: a few milliseconds, whatever the table's size.
  ///
  /// Where an index begins with the attribute, its values are found in the index, one jump a value. Of texts that the index's collation
  /// takes for one, `Noir` and `noir`, one is found then. Elsewhere at most `sample` rows
  /// are looked at, in blocks from all over the table; what is only elsewhere is not found. None where the entity or the
  /// attribute does not exist.
  ///
  /// - Parameters:
  ///   - prefix: What the text of the value begins with, in any case of ASCII letters; empty for all.
  ///   - limit: At most so many.
  /// - Throws: ``DatabaseIssue``, and `CancellationError` after ``interrupt()``.
  public func distinctValues(
    of attributeName: String, in entityName: String, prefix: String = "", limit: Int = 50, sample: Int = 20_000
  ) throws -> [QueryValue] {
    guard let entity = declaredModel.entity(named: entityName),
      let attribute = entity.attribute(named: attributeName)
    else { return [] }
    do {
      let stored = try reader.unsafeReentrantRead { database in
        let search = ValueSearch(
          database: database, table: entity.table.quotedIdentifier, column: attribute.column.quotedIdentifier,
          rowNumber: entity.key.referenceColumn?.quotedIdentifier, prefix: prefix, limit: limit)
        var found: [StoredValue] = []
        if indexes.areUsable(ofTable: entity.table),
          try Self.hasIndex(on: attribute.column, of: entity.table, in: database)
        {
          found = attribute.type == .string ? try search.textsByIndex() : try search.byIndex()
        }
        // Of an unusual spelling the index knows nothing.
        return found.isEmpty ? try search.bySample(sample) : found
      }
      return stored.map { attribute.value(of: $0) }.filter { !$0.isNull }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    } catch {
      throw DatabaseIssue(anyError: error, path: name)
    }
  }

  private static func hasIndex(on column: String, of table: String, in database: Database) throws -> Bool {
    let statement = try RawStatement(
      database,
      """
      SELECT 1 FROM pragma_index_list(?1) l JOIN pragma_index_info(l.name) i
      WHERE i.seqno = 0 AND i.name = ?2 AND NOT l.partial LIMIT 1
      """)
    statement.bind(.text(table), at: 1)
    statement.bind(.text(column), at: 2)
    return try statement.step()
  }
}
