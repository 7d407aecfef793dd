import GRDB
import PredicateModel

/// Following a schema that another process changes.
extension PredicateDatabase {
  /// The same database with its model read again, where another connection changed the schema meanwhile; nil where nobody did, which takes
  /// microseconds to find out.
  ///
  /// A model file that no longer fits the tables stays in force: nil, and a statement about what is gone fails.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func reloadedIfChanged() throws(DatabaseIssue) -> PredicateDatabase? {
    do {
      let reading = try reader.readPastDamage { database in
        try schemaWatch.isOutdated(on: database) ? try SchemaReader.read(database, file: file) : nil
      }
      return try reading.map {
        try PredicateDatabase(name: name, reader: reader, writer: writer, reading: $0, file: file)
          .inTimeZone(declaredModel.timeZone)
      }
    } catch is ModelIssue {
      return nil
    } catch {
      let issue = DatabaseIssue(anyError: error, path: name)
      if issue.kind == .unusableSchema { return nil }
      throw issue
    }
  }
}
