#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// The tables, views, keys, types and indexes of a database, from `pg_catalog` alone, in four statements.
  ///
  /// A table in a schema of the user's search path is called by its name, every other one by its schema, too: `sales.film`. The parts of a partitioned table
  /// are no tables of their own. Columns of types without a meaning here are left out with a note, and so are tables that the user may not read.
  struct Catalogue: Sendable {
    private(set) var tables: [SchemaTable] = []
    /// A sentence for each thing that was left out.
    private(set) var notes: [String] = []
    /// The names of tables in SQL, with their schemas, by the names that the model has for them.
    private(set) var sqlNames: [ScalarString: String] = [:]
    /// The labels of enums in no order, by their names.
    private(set) var labels: [String: Set<ScalarString>] = [:]
    private(set) var indexes = SQLIndexes()
    /// About how many rows tables have.
    private(set) var rowCounts: [ScalarString: Int] = [:]
    /// Foreign keys that are declared and not checked (`NOT VALID`): table and columns.
    private(set) var uncheckedKeys: Set<[String]> = []
    /// A number that differs after the tables changed.
    private(set) var fingerprint: Int64 = 0

    /// A table while its parts are read.
    private struct Draft {
      let name: String
      let isView: Bool
      var columns: [SchemaColumn] = []
      /// The names of columns by their numbers, those without a meaning too.
      var names: [Int: String] = [:]
      var keyColumns: [String] = []
      var uniqueKeys: [[String]] = []
      var foreignKeys: [SchemaForeignKey] = []
    }

    /// Reads the catalogue.
    init(_ pool: ConnectionPool) throws {
      try readLabels(pool)
      var drafts: [Int: Draft] = [:]
      var order: [Int] = []
      try readColumns(pool, &drafts, &order)
      try readKeys(pool, &drafts)
      try readIndexes(pool, &drafts)
      tables = order.compactMap { drafts[$0].map(Self.table) }
      fingerprint = try Self.fingerprint(pool)
    }

    /// A number that differs after tables, views or columns were made, changed or dropped.
    static func fingerprint(_ pool: ConnectionPool) throws -> Int64 {
      var number: Int64 = 0
      let statement = """
        SELECT coalesce(sum(hashtextextended(c.oid::text || ' ' || c.xmin::text, 0) / 1048576), 0)::int8
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
        """
      try pool.run(statement) { row in
        number = row.integer(0) ?? 0
        return false
      }
      return number
    }

    // MARK: Types

    private mutating func readLabels(_ pool: ConnectionPool) throws {
      let statement = """
        SELECT n.nspname || '.' || t.typname, e.enumlabel FROM pg_catalog.pg_enum e
        JOIN pg_catalog.pg_type t ON t.oid = e.enumtypid JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
        """
      try pool.run(statement) { row in
        labels[row.text(0) ?? "", default: []].insert(ScalarString(row.text(1) ?? ""))
        return true
      }
    }

    // MARK: Columns

    /// The columns of all tables. `base` follows domains to the type below them. `plain` are the tables that the search path finds by their names alone.
    private static let columnStatement = """
      WITH RECURSIVE base AS (
        SELECT t.oid, t.oid AS base, t.typtype, t.typbasetype FROM pg_catalog.pg_type t
        UNION ALL
        SELECT b.oid, t.oid, t.typtype, t.typbasetype FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype
        WHERE b.typtype = 'd'
      ), plain AS (
        SELECT DISTINCT ON (c.relname) c.oid FROM unnest($1) WITH ORDINALITY p(name, place)
        JOIN pg_catalog.pg_namespace n ON n.nspname = p.name JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid
        ORDER BY c.relname, p.place
      )
      SELECT c.oid::int8, n.nspname, c.relname, c.relkind IN ('v', 'm'), c.reltuples::int8,
        pg_catalog.has_table_privilege(c.oid, 'SELECT'), a.attnum, a.attname, a.attnotnull,
        CASE WHEN t.typtype = 'e' THEN 'enum ' || tn.nspname || '.' || t.typname ELSE t.typname END,
        tn.nspname = 'pg_catalog' OR t.typtype = 'e' OR t.typname = 'citext',
        CASE WHEN a.attcollation = 0 THEN NULL WHEN NOT l.collisdeterministic THEN ''
          WHEN l.collname = 'default' AND d.datlocprovider = 'c' THEN d.datcollate
          WHEN l.collprovider = 'c' THEN l.collcollate ELSE l.collname END,
        plain.oid IS NOT NULL
      FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
      JOIN base b ON b.oid = a.atttypid AND b.typtype <> 'd'
      JOIN pg_catalog.pg_type t ON t.oid = b.base
      JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace
      LEFT JOIN plain ON plain.oid = c.oid
      LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
      JOIN pg_catalog.pg_database d ON d.datname = pg_catalog.current_database()
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
        AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
      ORDER BY n.nspname, c.relname, a.attnum
      """

    private mutating func readColumns(
      _ pool: ConnectionPool, _ drafts: inout [Int: Draft], _ order: inout [Int]
    ) throws {
      var unreadable: Set<Int> = []
      try pool.run(Self.columnStatement, [ServerParameter(.array(pool.searchPath.map { .string($0) }))]) { row in
        let id = row.number(0)
        let (schema, table) = (row.text(1) ?? "", row.text(2) ?? "")
        let name = row.flag(12) ? table : schema + "." + table
        guard row.flag(5) else {
          if unreadable.insert(id).inserted { notes.append("\(name) is left out: the user may not read it") }
          return true
        }
        if drafts[id] == nil {
          drafts[id] = Draft(name: name, isView: row.flag(3))
          order.append(id)
          sqlNames[ScalarString(name)] = PostgreSQLNames.quoted(schema) + "." + PostgreSQLNames.quoted(table)
          indexes.add(table: name)
          if let count = row.integer(4), count >= 0 {
            rowCounts[ScalarString(name)] = Int(count)
            indexes.setRowCount(Int(count), ofTable: name)
          }
        }
        let column = row.text(7) ?? ""
        drafts[id]?.names[row.number(6)] = column
        if let found = Self.column(column, of: row) {
          drafts[id]?.columns.append(found)
        } else {
          notes.append("\(name).\(column) is left out: the type \(row.text(9) ?? "") has no meaning in predicates")
        }
        return true
      }
    }

    /// The column of a row of the statement; nil if its type has no meaning here.
    private static func column(_ name: String, of row: ServerRow) -> SchemaColumn? {
      let words = row.text(9) ?? ""
      guard row.flag(10), let type = ColumnType(words) else { return nil }
      if case .array(let element) = type {
        guard let element = ColumnType(element), element.type != .any else { return nil }
      }
      let isNotNull = row.flag(8)
      var collation = row.text(11)
      if collation == "POSIX" || type.type != .string { collation = "C" }
      let attribute = Attribute(
        name: name, column: name, type: type.type, isOptional: !isNotNull, isTrusted: !type.hasUnreadableValues,
        collation: collation?.isEmpty == true ? nil : collation
      ).inColumn(of: words)
      return SchemaColumn(
        attribute, isNotNull: isNotNull, valueClass: "\(type.type)",
        comparesBytes: collation != nil && type == .text || type.type != .string, note: nil, suggestion: nil)
    }

    // MARK: Keys and indexes

    private mutating func readKeys(_ pool: ConnectionPool, _ drafts: inout [Int: Draft]) throws {
      let statement = """
        SELECT k.conrelid::int8, k.contype, k.conkey, k.confrelid::int8, k.confkey, k.confdeltype, k.convalidated
        FROM pg_catalog.pg_constraint k WHERE k.contype IN ('p', 'u', 'f') AND k.conparentid = 0 AND k.conrelid <> 0
        ORDER BY k.conrelid, k.conname
        """
      try pool.run(statement) { row in
        let id = row.number(0)
        guard let draft = drafts[id] else { return true }
        let columns = Self.names(row.text(2), draft)
        switch row.text(1) {
        case "p": drafts[id]?.keyColumns = columns
        case "u": drafts[id]?.uniqueKeys.append(columns)
        default:
          guard let other = drafts[row.number(3)] else { return true }
          let action = Self.actions[row.text(5) ?? ""] ?? ""
          if !row.flag(6) { uncheckedKeys.insert([draft.name] + columns) }
          drafts[id]?.foreignKeys.append(
            SchemaForeignKey(columns, to: other.name, Self.names(row.text(4), other), onDelete: action))
        }
        return true
      }
    }

    private static let actions = ["c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"]

    /// The names of columns by a list of their numbers: `{1,3}`, `1 3`.
    private static func names(_ numbers: String?, _ draft: Draft) -> [String] {
      (numbers ?? "").split { $0 == "," || $0 == "{" || $0 == "}" || $0 == " " }.compactMap { Int($0) }.map {
        draft.names[$0] ?? ""
      }
    }

    /// Indexes that hold every row. Those of expressions have no column.
    private mutating func readIndexes(_ pool: ConnectionPool, _ drafts: inout [Int: Draft]) throws {
      let statement = """
        SELECT i.indrelid::int8, i.indkey, i.indisunique, i.indnkeyatts FROM pg_catalog.pg_index i
        WHERE i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL ORDER BY i.indrelid, i.indexrelid
        """
      try pool.run(statement) { row in
        let id = row.number(0)
        guard let draft = drafts[id] else { return true }
        let columns = Array(Self.names(row.text(1), draft).prefix(row.number(3)))
        if let first = columns.first, !first.isEmpty { indexes.add(table: draft.name, firstColumn: first) }
        if row.flag(2), columns != draft.keyColumns, !draft.uniqueKeys.contains(columns) {
          drafts[id]?.uniqueKeys.append(columns)
        }
        return true
      }
    }

    private static func table(_ draft: Draft) -> SchemaTable {
      // Other columns of the key may have a type without a meaning.
      let known = Set(draft.columns.map { ScalarString($0.name) })
      let keyColumns = draft.keyColumns.allSatisfy { known.contains(ScalarString($0)) } ? draft.keyColumns : []
      let isInteger =
        keyColumns.count == 1
        && draft.columns.contains { $0.name.hasSameScalars(as: keyColumns[0]) && $0.attribute.type == .integer }
      return SchemaTable(
        name: draft.name, kind: draft.isView ? .view : .table, modelName: nil, columns: draft.columns,
        key: EntityKey(columns: keyColumns, referenceColumn: isInteger ? keyColumns[0] : nil), keyColumns: keyColumns,
        isKeyOrdinary: true, uniqueKeys: draft.uniqueKeys, foreignKeys: draft.foreignKeys, numberColumn: nil,
        hiddenNames: [], hierarchy: nil)
    }
  }

  extension Catalogue {
    /// The model of the tables.
    ///
    /// The server checks foreign keys, so that each refers to a row.
    func model() -> (model: DataModel, notes: [String]) {
      var builder = SchemaModelBuilder(tables: tables, notes: notes, guessing: false)
      return (trusted(builder.build()), builder.notes)
    }

    /// The same model, with the types and collations of the columns as the server has them, and with keys that the server checks.
    func described(_ model: DataModel) -> DataModel {
      var columns: [[ScalarString]: Attribute] = [:]
      for table in tables {
        for column in table.columns {
          columns[[ScalarString(table.name), ScalarString(column.name)]] = column.attribute
        }
      }
      let entities = model.entities.map { entity in
        entity.with { parts in
          parts.attributes = parts.attributes.map { attribute in
            guard let column = columns[[ScalarString(entity.table), ScalarString(attribute.column)]],
              let type = column.columnType
            else { return attribute }
            return Attribute(
              name: attribute.name, column: attribute.column, type: attribute.type, isOptional: attribute.isOptional,
              isTrusted: column.isTrusted, collation: column.collation, defaultValue: attribute.defaultValue,
              validations: attribute.validations, userInfo: attribute.userInfo
            ).inColumn(of: type)
          }
        }
      }
      return trusted(DataModel(entities: entities))
    }

    private func trusted(_ model: DataModel) -> DataModel {
      DataModel(
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

  /// Names in SQL.
  enum PostgreSQLNames {
    /// Double quotes, doubled inside, by scalars: a quote may be followed by a combining mark.
    static func quoted(_ name: String) -> String {
      var scalars = String.UnicodeScalarView(["\""])
      for scalar in name.unicodeScalars {
        if scalar == "\"" { scalars.append("\"") }
        scalars.append(scalar)
      }
      scalars.append("\"")
      return String(scalars)
    }
  }
#endif
