import Foundation
import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An open SQLite database, with the model of its tables.
///
/// ```swift
/// let database = try PredicateDatabase(DatabaseQueue(path: "films.sqlite"))  // the model comes from the schema
/// let count = try database.count(EntityFetch("Movie", where: QueryPredicate("year > 1990 AND ANY tags.name == 'classic'")))
/// ```
public final class PredicateDatabase: Sendable {
  /// The name of the database in messages: the path, or the name of a database in memory.
  public let name: String
  /// The connection for reading.
  public let reader: any DatabaseReader
  /// The connection for writing; nil if the database was opened for reading only.
  public let writer: (any DatabaseWriter)?
  /// The entities with their attributes and relationships. The first access reads some rows, to check which relationships can be relied on.
  public var model: DataModel { adapted(checkedModel.model) }
  /// The model before its check against the rows. Its names and types are those of ``model``.
  package var declaredModel: DataModel { adapted(checkedModel.declared) }
  /// The model, and its check against the rows.
  private let checkedModel: CheckedModel
  /// The time zone for the properties of dates.
  private let timeZone: QueryTimeZone
  /// For each entity the attributes whose texts encode values of the application's classes.
  private let encodedAttributes: [String: Set<String>]
  /// The model file that the model was made with; nil if the model comes from the database alone.
  let file: ModelFile?
  /// Notes about the parts of the schema that were left out or guessed, one sentence each.
  public var notes: [String] { schemaNotes.map(\.text) }
  package let schemaNotes: [SchemaNote]
  /// The attributes whose columns are declared as texts or numbers although their values look like dates or booleans.
  public let suggestions: [TypeSuggestion]
  let indexes: SQLIndexes
  /// The computed columns, defaults and triggers of its tables, by their folded names.
  private let tableRules: [[UInt8]: TableRules]
  /// Translates the meaning of the language to SQLite's SQL.
  let lowering: SQLiteLowering
  /// Detects changes of the tables.
  let schemaWatch: SchemaWatch
  /// The facts about columns that indexes prove.
  let columnProofs: ColumnProofs
  /// The statements that stay prepared on its connections.
  let repeatedStatements = RepeatedStatements()

  init(
    name: String, reader: any DatabaseReader, writer: (any DatabaseWriter)?, reading: SchemaReading,
    file: ModelFile? = nil
  ) throws(DatabaseIssue) {
    self.name = name
    self.reader = reader
    self.writer = writer
    self.file = file
    tableRules = reading.tableRules
    suggestions = reading.suggestions
    timeZone = reading.model.timeZone
    encodedAttributes = [:]
    (indexes, lowering, schemaWatch, schemaNotes) = try reader.readPastDamage(of: name) { database in
      let encoding = try String.fetchOne(database, sql: "PRAGMA encoding")
      let watch = SchemaWatch(reading.model, file: file, version: try SchemaWatch.version(of: database))
      var notes = reading.schemaNotes
      let indexes = try SQLIndexes(of: database, in: reader, notes: &notes)
      return (indexes, SQLiteLowering(isUTF8: encoding == "UTF-8", keyForms: reading.keyForms), watch, notes)
    }
    checkedModel = CheckedModel(reading.model, indexes, in: reader)
    columnProofs = ColumnProofs(reader)
  }

  private func adapted(_ model: DataModel) -> DataModel {
    var model = model
    model.timeZone = timeZone
    model.encodedAttributes = encodedAttributes
    return model
  }

  /// The same database with another time zone for the properties of dates, such as `lentOn.startOfDay`, other encoded attributes, or another lowering.
  private init(
    _ other: PredicateDatabase, timeZone: QueryTimeZone? = nil, encodedAttributes: [String: Set<String>]? = nil,
    lowering: SQLiteLowering? = nil
  ) {
    name = other.name
    reader = other.reader
    writer = other.writer
    file = other.file
    schemaNotes = other.schemaNotes
    suggestions = other.suggestions
    indexes = other.indexes
    tableRules = other.tableRules
    self.lowering = lowering ?? other.lowering
    schemaWatch = other.schemaWatch
    checkedModel = other.checkedModel
    columnProofs = other.columnProofs
    self.timeZone = timeZone ?? other.timeZone
    self.encodedAttributes = encodedAttributes ?? other.encodedAttributes
  }

  /// The same database with a time zone in which predicates read the properties of dates.
  ///
  /// ```swift
  /// let database = try PredicateDatabase.open(path: path).inTimeZone(QueryTimeZone("Europe/Berlin") ?? .utc)
  /// try database.count(EntityFetch("Loan", where: QueryPredicate(format: "lentOn.hour == 9")))
  /// ```
  public func inTimeZone(_ zone: QueryTimeZone) -> PredicateDatabase {
    PredicateDatabase(self, timeZone: zone)
  }

  /// The same database, for classes that encode values in attributes.
  ///
  /// - Parameter attributes: For each entity the attributes whose texts encode values.
  package func encoding(_ attributes: [String: Set<String>]) -> PredicateDatabase {
    PredicateDatabase(self, encodedAttributes: attributes)
  }

  /// The computed columns, defaults and triggers of a table; nil for a view.
  package func rules(ofTable name: String) -> TableRules? { tableRules[name.foldedSQLName] }

  /// The same database with only these rewrites of SQL. It finds the same rows.
  package func rewriting(by rewrites: SQLRewrites) -> PredicateDatabase {
    var lowering = lowering
    lowering.rewrites = rewrites
    return PredicateDatabase(self, lowering: lowering)
  }

  /// A database that GRDB has already opened, such as one in memory. It gets a name for people.
  ///
  /// ```swift
  /// let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
  /// let films = try PredicateDatabase(name: "films", queue: queue)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the database in messages.
  ///   - queue: An open queue of GRDB.
  ///   - isReadOnly: Whether the database can only be read.
  ///   - file: A whole model, or changes to the schema's model; nil for the schema's model.
  /// - Throws: ``DatabaseIssue``.
  public convenience init(
    name: String, queue: DatabaseQueue, isReadOnly: Bool = false, file: ModelFile? = nil
  ) throws(DatabaseIssue) {
    // The file is first read here, because GRDB opens any path.
    let reading = try queue.readPastDamage(of: name) { try SchemaReader.read($0, file: file) }
    try self.init(
      name: name, reader: queue, writer: isReadOnly ? nil : queue, reading: reading, file: file)
  }

  /// Opens an existing file, by default for reading only, and reads its model (``SchemaReader``).
  ///
  /// - Parameters:
  ///   - isReadOnly: Whether the database can only be read.
  ///   - model: The model to use instead of the schema's model.
  ///   - configuration: How GRDB opens the file; ``defaultConfiguration`` by default.
  /// - Throws: ``DatabaseIssue``.
  public static func open(
    path: String, isReadOnly: Bool = true, model: DataModel? = nil,
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws(DatabaseIssue) -> PredicateDatabase {
    try open(
      path: path, isReadOnly: isReadOnly, file: model.map { .whole($0) }, configuration: configuration)
  }

  /// Opens an existing file, by default for reading only, with a model file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isReadOnly: Whether the database can only be read.
  ///   - file: A whole model, or changes to the schema's model; nil for the schema's model.
  ///   - configuration: The options of the connection, for GRDB.
  /// - Throws: ``DatabaseIssue``; `unusableSchema` if the file does not fit the database, with the path of the place in the file.
  public static func open(
    path: String, isReadOnly: Bool = true, file: ModelFile?,
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws(DatabaseIssue) -> PredicateDatabase {
    let queue = try queue(path, isReadOnly, configuration)
    return try PredicateDatabase(name: path, queue: queue, isReadOnly: isReadOnly, file: file)
  }

  /// Opens a store that Core Data created, with its model: names, types and relationships are those of the model.
  ///
  /// ```swift
  /// let model = try XcodeModelFile(path: "Lending.xcdatamodeld").model
  /// let store = try PredicateDatabase.open(path: "Lending.sqlite", coreDataModel: model)
  /// try store.count(EntityFetch("Movie", where: QueryPredicate(format: "lentToFriend.friendName == \"Anna\"")))
  /// ```
  ///
  /// A fetch of an entity also finds the objects of its subentities. All are rows of one table, whose column `Z_ENT` holds the number of the entity.
  /// Any other database must have exactly the tables and columns of the model.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isReadOnly: Whether the database can only be read.
  ///   - model: The entities of the database.
  ///   - configuration: The options of the connection, for GRDB.
  /// - Throws: ``DatabaseIssue``; `unusableSchema` if the model does not fit the database.
  public static func open(
    path: String, isReadOnly: Bool = true, coreDataModel model: DataModel,
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws(DatabaseIssue) -> PredicateDatabase {
    let queue = try queue(path, isReadOnly, configuration)
    let reading = try queue.readPastDamage(of: path) { try SchemaReader.read($0, coreDataModel: model) }
    return try PredicateDatabase(
      name: path, reader: queue, writer: isReadOnly ? nil : queue, reading: reading, file: .whole(reading.model))
  }

  private static func queue(
    _ path: String, _ isReadOnly: Bool, _ configuration: Configuration
  ) throws(DatabaseIssue) -> DatabaseQueue {
    try checkFile(at: path)
    var configuration = configuration
    configuration.readonly = isReadOnly
    return try DatabaseIssue.convertingErrors(path: path) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// The default options: foreign keys are enforced, and if another process is writing to the database, a statement waits up to one second.
  public static var defaultConfiguration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    configuration.foreignKeysEnabled = true
    SQLiteFunctions.prepare(&configuration)
    return configuration
  }

  /// Throws for paths that SQLite would report in general words only, such as a directory.
  private static func checkFile(at path: String) throws(DatabaseIssue) {
    // A NUL is refused, because the system would only read the part before it.
    guard !path.utf8.contains(0) else {
      throw DatabaseIssue(.fileMissing, "the path of a file cannot contain the character NUL")
    }
    // `stat` is used, because Foundation would also look up the names of the owner and the group.
    var status = stat()
    guard stat(path, &status) == 0 else { throw DatabaseIssue(.fileMissing, "there is no file “\(path)”") }
    let type = status.st_mode & S_IFMT
    guard type != S_IFDIR else { throw .directory(path) }
    // Other kinds of files are refused. Opening a pipe would wait.
    guard type == S_IFREG else {
      throw DatabaseIssue(.notADatabase, "“\(path)” is not a SQLite database, because it is not an ordinary file")
    }
    guard access(path, R_OK) == 0 else {
      throw DatabaseIssue(
        .notPermitted, "“\(path)” cannot be opened, because the permissions of the file do not allow it")
    }
  }
}
