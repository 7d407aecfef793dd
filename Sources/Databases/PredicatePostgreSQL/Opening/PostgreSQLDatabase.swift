#if PostgreSQL
  import PredicateBinding
  import PredicateDatabases
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// An open PostgreSQL database, with the model of its tables.
  ///
  /// ```swift
  /// let shop = try PostgreSQLDatabase(connection: "postgresql://ann@db.example.org/shop")
  /// try shop.count(EntityFetch("Film", where: QueryPredicate(format: "year > 1990")))
  /// ```
  ///
  /// A condition finds exactly the objects that it finds in memory. The server evaluates the parts that SQL can express, and memory evaluates the
  /// others. Nothing is installed on the server, and statements only read.
  public final class PostgreSQLDatabase: Sendable {
    /// The server, the user and the database, as a URL without a password.
    public var name: String { pool.name }
    /// The entities for the tables and views that the user has the right to read.
    public let model: DataModel
    /// One sentence for each part of the schema that was left out.
    public var notes: [String] { schemaNotes.map(\.text) }
    package let schemaNotes: [SchemaNote]
    /// Whether rows can be imported.
    package let isWritable: Bool
    /// The target that the database was opened with.
    package let target: String
    /// Whether the server may sum floating-point numbers itself.
    private let usesServerSums: Bool
    let file: ModelFile?
    let pool: ConnectionPool
    let catalogue: Catalogue
    package let translator: SQLTranslator

    /// Connects, and reads the catalogue.
    ///
    /// - Parameters:
    ///   - target: A URL, `host=… dbname=…` or `service=…`, as libpq reads them. Missing parts come from the environment (`PGHOST`), a service file
    ///     and `.pgpass`. For `postgresql://`, all parts come from there.
    ///   - file: A whole model, or changes to the schema's model; nil for the schema's model.
    /// - Throws: ``DatabaseIssue``.
    public convenience init(connection target: String, file: ModelFile? = nil) throws {
      try self.init(connection: target, isReadOnly: true, file: file)
    }

    /// - Parameters:
    ///   - isReadOnly: Whether rows cannot be imported.
    ///   - usesServerSums: Whether the server may sum floating-point numbers itself. That is fast, but the last digits depend on the order of the
    ///     rows. Otherwise memory computes the sum, which is exact and rounded once.
    package convenience init(
      connection target: String, isReadOnly: Bool, usesServerSums: Bool = false, file: ModelFile? = nil
    ) throws {
      try self.init(ConnectionPool(target), target, isReadOnly, usesServerSums, file)
    }

    /// A database whose tables of one schema have names without the schema.
    ///
    /// - Throws: ``DatabaseIssue`` also if the database has no such schema.
    package convenience init(connection target: String, schema: String, file: ModelFile?) throws {
      let pool = try ConnectionPool(target, searchPath: [schema])
      var exists = false
      try pool.run("SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1", [ServerParameter(.string(schema))]) { _ in
        exists = true
        return false
      }
      guard exists else { throw DatabaseIssue(.unusableSchema, "“\(pool.name)” has no schema “\(schema)”") }
      try self.init(pool, target, true, false, file)
    }

    private init(
      _ pool: ConnectionPool, _ target: String, _ isReadOnly: Bool, _ usesServerSums: Bool, _ file: ModelFile?
    ) throws {
      self.pool = pool
      self.usesServerSums = usesServerSums
      self.target = target
      self.file = file
      isWritable = !isReadOnly
      catalogue = try CatalogueReader.read(pool)
      if !catalogue.partitioned.isEmpty { pool.joinPartitions() }
      var (model, notes) = catalogue.model()
      switch file {
      case .whole(let whole)?: model = catalogue.described(whole)
      case .changes(let changes)?:
        do throws(ModelIssue) {
          model = try changes.applied(to: model)
        } catch {
          throw DatabaseIssue(.unusableSchema, "“\(pool.name)”: \(error)")
        }
      case nil: break
      }
      self.model = model
      if usesServerSums {
        notes.append(
          "the server adds floating-point numbers, so the last digits of sums and means depend on the order of the rows"
        )
      }
      schemaNotes = notes
      translator = SQLTranslator(
        model: model, lowering: catalogue.lowering(pool, usesServerSums), indexes: catalogue.indexes)
    }

    package var unreadableTables: [String] { catalogue.unreadableTables }

    /// The same database with a time zone. Predicates read the properties of dates in this zone.
    private init(_ other: PostgreSQLDatabase, timeZone: QueryTimeZone) {
      var model = other.model
      model.timeZone = timeZone
      self.model = model
      (pool, target, file, catalogue) = (other.pool, other.target, other.file, other.catalogue)
      (schemaNotes, isWritable, usesServerSums) = (other.schemaNotes, other.isWritable, other.usesServerSums)
      translator = SQLTranslator(model: model, lowering: other.translator.lowering, indexes: other.translator.indexes)
    }

    /// The same database with a time zone. Predicates read the properties of dates in this zone: `lentOn.hour == 9`.
    public func inTimeZone(_ zone: QueryTimeZone) -> PostgreSQLDatabase { PostgreSQLDatabase(self, timeZone: zone) }

    /// The database with its catalogue read again.
    func readAgain() throws -> PostgreSQLDatabase {
      try PostgreSQLDatabase(pool, target, !isWritable, usesServerSums, file)
    }
  }

  extension Catalogue {
    /// The lowering for a database with these tables.
    fileprivate func lowering(_ pool: ConnectionPool, _ usesServerSums: Bool) -> PostgreSQLLowering {
      PostgreSQLLowering(
        tables: readNames, labels: labels, looseColumns: looseColumns, uniqueColumns: uniqueColumns,
        collations: collations, citextSchema: citextSchema, isUTF8: pool.isUTF8, usesServerSums: usesServerSums,
        partitioned: partitioned)
    }
  }
#endif
