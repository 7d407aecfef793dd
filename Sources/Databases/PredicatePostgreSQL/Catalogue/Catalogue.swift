#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// The tables, views, keys, types and indexes of a database. They are read from `pg_catalog` only.
  ///
  /// A table in a schema of the user's search path has its plain name; every other table has its schema too: `sales.film`. The partitions of a
  /// partitioned table do not count as tables. Columns whose types the language lacks are left out with a note, and so are tables and columns that
  /// the user has no right to read. A table that others inherit from is read as ``Inheritance`` says.
  struct Catalogue: Sendable {
    var tables: [SchemaTable] = []
    /// A note for each part that was left out.
    var notes: [SchemaNote] = []
    /// The tables that the user has no right to read, by the names that the model would give them.
    var unreadableTables: [String] = []
    /// The names of tables in SQL, with their schemas, by their names in the model.
    var sqlNames: [ScalarString: String] = [:]
    /// The tables of which only their own rows are read, without the rows of tables that inherit from them.
    var tablesAlone: Set<ScalarString> = []
    /// Facts about columns that only the server knows, by table and column.
    var columns: [[ScalarString]: CatalogueColumn] = [:]
    /// The labels of each enum, by the enum's name.
    var labels: [String: Set<ScalarString>] = [:]
    var indexes = SQLIndexes()
    /// The columns with an index that begins with them and has NULL where the language has nil, below every value: tables and columns.
    var orders: Set<[ScalarString]> = []
    /// The approximate numbers of rows, by table.
    var rowCounts: [ScalarString: Int] = [:]
    /// The columns (table and column) of texts for which `=` may equate texts with different scalars.
    var looseColumns: Set<[ScalarString]> = []
    /// The collations, in SQL, of the columns (table and column) whose collation differs from the database's. Two such columns with different
    /// collations cannot be compared.
    var collations: [[ScalarString]: String] = [:]
    /// The schema of the type `citext`; nil for a database without the extension.
    var citextSchema: String?
    /// Foreign keys (table and columns) that are declared but not checked (`NOT VALID`).
    var uncheckedKeys: Set<[String]> = []
    /// The tables that are partitioned by hash with their rows on other servers.
    var partitioned: [ScalarString: PartitionedTable] = [:]
    /// A number that changes when the tables change.
    var fingerprint: Int64 = 0

    /// A number that changes when tables, views, columns, keys, indexes, types or labels of enums are created, changed or dropped. Each such change
    /// writes a new version of a row of the catalogue, with the number of its transaction.
    static func fingerprint(_ pool: ConnectionPool) throws -> Int64 {
      var number: Int64 = 0
      let statement = """
        WITH c AS (SELECT c.oid, c.xmin FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'),
        parts (kind, id, xmin, number) AS (SELECT 1, oid, xmin, 0 FROM pg_catalog.pg_namespace WHERE nspname !~ '^pg_'
          UNION ALL SELECT 2, oid, xmin, 0 FROM c
          UNION ALL SELECT 3, a.attrelid, a.xmin, a.attnum FROM pg_catalog.pg_attribute a JOIN c ON c.oid = a.attrelid AND a.attnum > 0
          UNION ALL SELECT 4, k.oid, k.xmin, k.convalidated::int FROM pg_catalog.pg_constraint k JOIN c ON c.oid = k.conrelid
          UNION ALL SELECT 5, i.indexrelid, i.xmin, i.indisvalid::int FROM pg_catalog.pg_index i JOIN c ON c.oid = i.indrelid
          UNION ALL SELECT 6, oid, xmin, 0 FROM pg_catalog.pg_type WHERE typtype IN ('d', 'e')
          UNION ALL SELECT 7, oid, xmin, 0 FROM pg_catalog.pg_enum)
        SELECT coalesce(bit_xor(hashint8extended(id::int8 << 16 | number, xmin::text::int8 << 3 | kind)), 0) FROM parts
        """
      try pool.run(statement) { row in
        number = row.integer(0) ?? 0
        return false
      }
      return number
    }
  }

  /// Facts about a column that only the server knows, and not the model.
  struct CatalogueColumn: Sendable {
    /// The type in SQL, with its bounds: `numeric(10,2)`. Nil for a type that another database may lack.
    var declaration: String?
    var isNotNull = false
    /// Whether the server computes the value, and accepts no other.
    var isGenerated = false
  }

  /// Which rows a statement reads from a table that other tables may inherit from. The server checks the table's keys for its own rows alone, and a
  /// foreign key refers to one of these.
  enum Inheritance: Sendable {
    /// No table inherits from the table, or its children are partitions.
    case none
    /// Only the table's own rows, because a foreign key refers to the table, and so to these rows.
    case ownRows
    /// Also the rows of the child tables. No key is known to identify them.
    case allRows
  }

  extension Catalogue {
    /// The names of tables in FROM.
    var readNames: [ScalarString: String] {
      var names = sqlNames
      for table in tablesAlone { names[table] = names[table].map { "ONLY " + $0 } }
      return names
    }

    /// The lists of columns that are unique together, by tables: primary keys, unique constraints and unique indexes.
    var uniqueColumns: [ScalarString: [Set<ScalarString>]] {
      Dictionary(
        tables.map { table in
          let keys = ([table.keyColumns] + table.uniqueKeys).filter { !$0.isEmpty }
          return (ScalarString(table.name), keys.map { Set($0.map { ScalarString($0) }) })
        }
      ) { first, _ in first }
    }

    /// The model of the tables.
    ///
    /// The server checks foreign keys, so each of them refers to a row.
    func model() -> (model: DataModel, notes: [SchemaNote]) {
      var builder = SchemaModelBuilder(tables: tables, notes: notes, guessing: false)
      return (trusted(builder.build()), builder.notes)
    }

    /// The same model with the types and collations that the columns have on the server, and with the keys that the server checks.
    func described(_ model: DataModel) -> DataModel {
      var columns: [[ScalarString]: Attribute] = [:]
      for table in tables {
        for column in table.columns {
          columns[[ScalarString(table.name), ScalarString(column.name)]] = column.attribute
        }
      }
      let keys = Dictionary(tables.map { (ScalarString($0.name), $0.key) }) { first, _ in first }
      let described = model.mapAttributes { attribute, entity in
        guard let column = columns[[ScalarString(entity.table), ScalarString(attribute.column)]],
          let type = column.columnType
        else { return attribute.comparing(by: .unknown) }
        let described = Attribute(
          name: attribute.name, column: attribute.column, type: attribute.type, isOptional: attribute.isOptional,
          isTrusted: column.isTrusted, textOrder: column.textOrder, defaultValue: attribute.defaultValue,
          validations: attribute.validations, userInfo: attribute.userInfo
        ).inColumn(of: type, holding: column.columnContent)
        return column.isRepeated ? described.repeated : described
      }
      return trusted(
        described.replacing(
          entities: described.entities.map { entity in
            // The model of a SQLite file may refer to rows by their row numbers, which the tables of a server do not have.
            guard let reference = entity.key.referenceColumn, let key = keys[ScalarString(entity.table)],
              columns[[ScalarString(entity.table), ScalarString(reference)]] == nil
            else { return entity }
            return entity.with { $0.key = key }
          }))
    }

    private func trusted(_ model: DataModel) -> DataModel {
      model.replacing(
        entities: model.entities.map { entity in
          entity.with { parts in
            for index in parts.relationships.indices {
              if case .foreignKey(let columns) = parts.relationships[index].storage,
                uncheckedKeys.contains([entity.table] + columns)
              {
                continue
              }
              parts.relationships[index].isTrusted = true
            }
          }
        })
    }
  }
#endif
