#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// Reads a catalogue with a few statements whose rows are short. A catalogue of thousands of tables takes some hundredths of a second.
  struct CatalogueReader {
    private var catalogue = Catalogue()
    private var drafts: [Int: Draft] = [:]
    /// For columns (table in SQL and column), the number of distinct values, negative if it is a share of the rows, and the share of rows with a value.
    private var shares: [[ScalarString]: (count: Double, filled: Double)] = [:]
    /// The numbers of the tables, in the order of the tables' names.
    private var order: [Int] = []
    private var types: [Int: ServerTypeName] = [:]
    private var collations: [Int: Collation] = [:]

    /// A table while its columns, keys and indexes are being read.
    private struct Draft {
      let name: String
      let isView: Bool
      let inheritance: Inheritance
      var columns: [SchemaColumn] = []
      /// The names of the columns by their numbers, including columns that are left out.
      var names: [Int: String] = [:]
      var keyColumns: [String] = []
      var uniqueKeys: [[String]] = []
      var foreignKeys: [SchemaForeignKey] = []
    }

    /// A type, named as in ``Attribute/columnType``.
    private struct ServerTypeName {
      let words: String
      /// Whether it is one of the server's own types, an enum, or the extension's `citext`.
      let isKnown: Bool
      /// The number of the type that a domain is declared over; 0 for other types.
      let base: Int
      /// The bounds that a domain sets on its type; negative for none.
      let bounds: Int
    }

    private struct Collation {
      /// `C` if texts sort by their scalars; empty if the collation may equate different texts.
      let name: String
      /// The collation with its schema; nil for the database's collation.
      let sqlName: String?
    }

    /// Reads the catalogue that a user can see.
    static func read(_ pool: ConnectionPool) throws -> Catalogue {
      var reader = CatalogueReader()
      try reader.readTypes(pool)
      try reader.readTables(pool)
      try reader.readShares(pool)
      try reader.readColumns(pool)
      try reader.readKeys(pool)
      try reader.readIndexes(pool)
      let (partitioned, partitions) = try partitionedTables(pool, names: reader.drafts.mapValues(\.name))
      var catalogue = reader.catalogue
      catalogue.partitioned = partitioned
      catalogue.sqlNames.merge(partitions) { own, _ in own }
      catalogue.notes += partitioned.keys.map(\.text).sorted().map {
        "the keys of \($0) are not visible, because its rows are on other servers. Declare its primary key and relationships in a model file"
      }
      catalogue.tables = reader.order.compactMap { reader.drafts[$0].map(Self.table) }
      catalogue.fingerprint = try Catalogue.fingerprint(pool)
      return catalogue
    }

    // MARK: Types

    private mutating func readTypes(_ pool: ConnectionPool) throws {
      let labels = """
        SELECT n.nspname || '.' || t.typname, e.enumlabel FROM pg_catalog.pg_enum e
        JOIN pg_catalog.pg_type t ON t.oid = e.enumtypid JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
        """
      try pool.run(labels) { row in
        catalogue.labels[row.text(0) ?? "", default: []].insert(ScalarString(row.text(1) ?? ""))
        return true
      }
      // The row types of tables, and arrays of them, are left out.
      let statement = """
        SELECT t.oid::int8, CASE WHEN t.typtype = 'e' THEN 'enum ' || n.nspname || '.' || t.typname
            WHEN e.typtype = 'e' THEN '_enum ' || f.nspname || '.' || e.typname ELSE t.typname END,
          n.nspname = 'pg_catalog' OR t.typtype = 'e' OR e.typtype = 'e' OR t.typname = 'citext' AND t.typnamespace = x.extnamespace,
          t.typbasetype::int8, t.typtypmod::int8, CASE WHEN t.typnamespace = x.extnamespace AND t.typname = 'citext' THEN n.nspname END
        FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
        LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem LEFT JOIN pg_catalog.pg_namespace f ON f.oid = e.typnamespace
        LEFT JOIN pg_catalog.pg_extension x ON x.extname = 'citext'
        WHERE t.typtype <> 'c' AND e.typtype IS DISTINCT FROM 'c'
        """
      try pool.run(statement) { row in
        types[row.number(0)] = ServerTypeName(
          words: row.text(1) ?? "", isKnown: row.flag(2), base: row.number(3), bounds: row.number(4))
        if let schema = row.text(5) { catalogue.citextSchema = schema }
        return true
      }
      let names = """
        SELECT l.oid::int8, CASE WHEN NOT l.collisdeterministic THEN ''
          WHEN l.collname = 'default' AND d.datlocprovider = 'c' THEN d.datcollate
          WHEN l.collprovider = 'c' THEN l.collcollate ELSE l.collname END, l.collname, n.nspname, l.collprovider = 'd'
        FROM pg_catalog.pg_collation l JOIN pg_catalog.pg_namespace n ON n.oid = l.collnamespace
        JOIN pg_catalog.pg_database d ON d.datname = pg_catalog.current_database()
        """
      try pool.run(names) { row in
        let sqlName = [row.text(3), row.text(2)].map { ($0 ?? "").quoted(by: "\"") }.joined(separator: ".")
        collations[row.number(0)] = Collation(name: row.text(1) ?? "", sqlName: row.flag(4) ? nil : sqlName)
        return true
      }
    }

    /// The type with a number. For a domain, the type below it. A declared number of digits belongs to the type's name: `numeric(12)`.
    private func type(_ number: Int, bounds: Int) -> ServerTypeName? {
      var (found, bounds, isDomain) = (types[number], bounds, false)
      while let type = found, type.base != 0 {
        bounds = bounds < 0 ? type.bounds : bounds
        (found, isDomain) = (types[type.base], true)
      }
      guard let found else { return nil }
      func named(_ words: String) -> ServerTypeName {
        ServerTypeName(words: words, isKnown: found.isKnown, base: 0, bounds: bounds)
      }
      if isDomain, case .label? = ColumnType(found.words) { return named(ColumnType.words(ofDomainOver: found.words)) }
      guard found.words == "numeric", let (digits, places) = NumericBounds.parts(of: bounds) else {
        return named(found.words)
      }
      // With a point left or right of all digits, their number says nothing about those of a sum.
      return named(places < 0 || places > digits ? found.words : "numeric(\(digits))")
    }

    // MARK: Tables and columns

    /// The tables and views. Partitions are left out, because they belong to their tables.
    private static let relations = """
      c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND n.nspname <> 'information_schema' \
      AND n.nspname !~ '^pg_'
      """

    /// No subquery refers to the row of the outer query, so the server runs each subquery once.
    private mutating func readTables(_ pool: ConnectionPool) throws {
      let statement = """
        SELECT c.oid::int8, n.nspname, c.relname, c.relkind IN ('v', 'm'), c.reltuples::int8,
          pg_catalog.has_any_column_privilege(c.oid, 'SELECT'),
          c.relkind IN ('r', 'f') AND c.oid IN (SELECT inhparent FROM pg_catalog.pg_inherits),
          c.oid IN (SELECT confrelid FROM pg_catalog.pg_constraint WHERE contype = 'f')
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE \(Self.relations) ORDER BY n.nspname, c.relname
        """
      typealias Found = (
        id: Int, schema: String, table: String, isView: Bool, count: Int?, isReadable: Bool, inheritance: Inheritance
      )
      var found: [Found] = []
      // For each table name, the position in the search path of the first schema that has such a table.
      var places: [ScalarString: Int] = [:]
      let path = Dictionary(pool.searchPath.enumerated().map { ($1, $0) }) { first, _ in first }
      try pool.run(statement) { row in
        let (schema, table) = (row.text(1) ?? "", row.text(2) ?? "")
        let count = row.integer(4).flatMap { $0 < 0 ? nil : Int($0) }
        let inheritance: Inheritance = !row.flag(6) ? .none : row.flag(7) ? .ownRows : .allRows
        found.append((row.number(0), schema, table, row.flag(3), count, row.flag(5), inheritance))
        if let place = path[schema] {
          places[ScalarString(table)] = min(place, places[ScalarString(table)] ?? place)
        }
        return true
      }
      for (id, schema, table, isView, count, isReadable, inheritance) in found {
        let isPlain = path[schema] != nil && path[schema] == places[ScalarString(table)]
        let name = isPlain ? table : schema + "." + table
        guard isReadable else {
          catalogue.notes.append(.leftOut(name, because: "the user may not read it"))
          catalogue.unreadableTables.append(name)
          continue
        }
        drafts[id] = Draft(name: name, isView: isView, inheritance: inheritance)
        order.append(id)
        if case .ownRows = inheritance {
          catalogue.tablesAlone.insert(ScalarString(name))
          catalogue.notes.append(
            "\(name) is read without the rows of the tables that inherit from it, because foreign keys refer only to its own rows"
          )
        }
        catalogue.sqlNames[ScalarString(name)] = schema.quoted(by: "\"") + "." + table.quoted(by: "\"")
        catalogue.indexes.add(table: name)
        // The server's count leaves out the rows of child tables.
        guard let count, inheritance != .allRows else { continue }
        catalogue.rowCounts[ScalarString(name)] = count
        catalogue.indexes.setRowCount(count, ofTable: name)
      }
    }

    /// Reads the shares of distinct values from the server's statistics, which ANALYZE and autovacuum write.
    private mutating func readShares(_ pool: ConnectionPool) throws {
      let statement = """
        SELECT schemaname, tablename, attname, n_distinct, 1 - null_frac FROM pg_catalog.pg_stats
        WHERE schemaname <> 'information_schema' AND schemaname !~ '^pg_' AND null_frac < 1
        """
      try pool.run(statement) { row in
        guard let schema = row.text(0), let table = row.text(1), let column = row.text(2),
          let count = row.text(3).flatMap({ Double($0) }), let filled = row.text(4).flatMap({ Double($0) })
        else { return true }
        let name = schema.quoted(by: "\"") + "." + table.quoted(by: "\"")
        shares[[ScalarString(name), ScalarString(column)]] = (count, filled)
        return true
      }
    }

    /// Whether several rows share a text, so that it does not identify objects for people. False without statistics.
    private func isRepeated(_ attribute: Attribute, in table: String) -> Bool {
      guard attribute.type == .string, let rows = catalogue.rowCounts[ScalarString(table)], rows >= 3,
        let name = catalogue.sqlNames[ScalarString(table)],
        let share = shares[[ScalarString(name), ScalarString(attribute.column)]]
      else { return false }
      // A negative count is a share of the rows.
      let different = share.count < 0 ? -share.count : share.count / Double(rows)
      return different / share.filled < Entity.leastShare(ofTitle: attribute)
    }

    private mutating func readColumns(_ pool: ConnectionPool) throws {
      let statement = """
        SELECT a.attrelid::int8, a.attnum, a.attname, a.attnotnull AND c.relkind <> 'f' AND NOT a.attrelid = ANY (ARRAY(
            SELECT i.inhparent FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_foreign_table f ON f.ftrelid = i.inhrelid)),
          a.atttypid::int8, a.attcollation::int8, a.atttypmod::int8,
          CASE WHEN pg_catalog.has_table_privilege(c.oid, 'SELECT') THEN true
            ELSE pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') END,
          a.attgenerated <> ''
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
        WHERE a.attnum > 0 AND NOT a.attisdropped AND \(Self.relations) ORDER BY a.attrelid, a.attnum
        """
      try pool.run(statement) { row in
        let id = row.number(0)
        guard let draft = drafts[id] else { return true }
        let name = row.text(2) ?? ""
        drafts[id]?.names[row.number(1)] = name
        guard row.flag(7) else {
          catalogue.notes.append(.leftOut(draft.name, name, because: "the user may not read it"))
          return true
        }
        let type = type(row.number(4), bounds: row.number(6))
        catalogue.columns[[ScalarString(draft.name), ScalarString(name)]] = CatalogueColumn(
          declaration: type.flatMap { $0.isKnown ? ColumnType.declaration(of: $0.words, bounds: $0.bounds) : nil },
          isNotNull: row.flag(3), isGenerated: row.flag(8))
        if let column = column(name, of: row, type, in: draft) {
          catalogue.collations[[ScalarString(draft.name), ScalarString(name)]] = collations[row.number(5)]?.sqlName
          if !column.comparesBytes { catalogue.looseColumns.insert([ScalarString(draft.name), ScalarString(name)]) }
          drafts[id]?.columns.append(column)
        } else {
          let words = type?.words ?? "of a row"
          catalogue.notes.append(
            .leftOut(draft.name, name, because: "predicates cannot read values of the type \(words)"))
        }
        return true
      }
    }

    /// The column for a row of the statement; nil if the language lacks its type.
    private func column(_ name: String, of row: ServerRow, _ serverType: ServerTypeName?, in draft: Draft)
      -> SchemaColumn?
    {
      let (table, mayHoldRowsOfChildren) = (draft.name, draft.inheritance == .allRows)
      guard let serverType, serverType.isKnown, let type = ColumnType(serverType.words) else { return nil }
      if case .array(let element) = type {
        guard let element = ColumnType(element), element.type != .any else { return nil }
      }
      // A child table may drop the constraint.
      let isNotNull = row.flag(3) && !mayHoldRowsOfChildren
      // Labels of an enum have no collation. They are compared as texts here. The texts of times sort like the times.
      let collation = collations[row.number(5)]?.name ?? "default"
      let isOfScalars = ["C", "POSIX"].contains(collation) || type.type != .string || type == .time
      let order: Attribute.TextOrder =
        if isOfScalars { .scalars } else if collation.isEmpty { .unknown } else { .collation(collation) }
      let attribute = Attribute(
        name: name, column: name, type: type.type, isOptional: !isNotNull, isTrusted: !type.hasUnreadableValues,
        textOrder: order
      ).inColumn(of: serverType.words, holding: type.content)
      return SchemaColumn(
        isRepeated(attribute, in: table) ? attribute.repeated : attribute, isNotNull: isNotNull,
        valueClass: "\(type.type)",
        comparesBytes: order != .unknown && type == .text || type.type != .string, note: nil, suggestion: nil)
    }

    // MARK: Keys and indexes

    private mutating func readKeys(_ pool: ConnectionPool) throws {
      let statement = """
        SELECT k.conrelid::int8, k.contype, k.conkey, k.confrelid::int8, k.confkey, k.confdeltype, k.convalidated
        FROM pg_catalog.pg_constraint k WHERE k.contype IN ('p', 'u', 'f') AND k.conparentid = 0 AND k.conrelid <> 0
        ORDER BY k.conrelid, k.conname
        """
      try pool.run(statement) { row in
        let id = row.number(0)
        guard let draft = drafts[id] else { return true }
        let columns = Self.names(row.text(2), draft)
        let isKeyChecked = draft.inheritance != .allRows
        switch row.text(1) {
        case "p" where !isKeyChecked:
          let reason = "a table that inherits from it may contain a row with the same key"
          catalogue.notes.append(.leftOut(draft.name, kind: "the key of", because: reason))
        case "u" where !isKeyChecked: break
        case "p": drafts[id]?.keyColumns = columns
        case "u": drafts[id]?.uniqueKeys.append(columns)
        default:
          guard let other = drafts[row.number(3)] else { return true }
          let action = Self.actions[row.text(5) ?? ""] ?? ""
          if !row.flag(6) || !isKeyChecked { catalogue.uncheckedKeys.insert([draft.name] + columns) }
          drafts[id]?.foreignKeys.append(
            SchemaForeignKey(columns, to: other.name, Self.names(row.text(4), other), onDelete: action))
        }
        return true
      }
    }

    private static let actions = ["c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT"]

    /// The names of the columns in a list of column numbers: `{1,3}` or `1 3`.
    private static func names(_ numbers: String?, _ draft: Draft) -> [String] {
      (numbers ?? "").split { $0 == "," || $0 == "{" || $0 == "}" || $0 == " " }.compactMap { Int($0) }.map {
        draft.names[$0] ?? ""
      }
    }

    /// Reads the indexes that contain every row. An index of an expression has no column.
    private mutating func readIndexes(_ pool: ConnectionPool) throws {
      let statement = """
        SELECT i.indrelid::int8, i.indkey, i.indisunique, i.indnkeyatts, i.indoption FROM pg_catalog.pg_index i
        WHERE i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL ORDER BY i.indrelid, i.indexrelid
        """
      try pool.run(statement) { row in
        let id = row.number(0)
        // An index does not contain the rows of child tables.
        guard let draft = drafts[id], draft.inheritance != .allRows else { return true }
        let columns = Array(Self.names(row.text(1), draft).prefix(row.number(3)))
        if let first = columns.first, !first.isEmpty {
          catalogue.indexes.add(table: draft.name, firstColumn: first)
          if columns.count > 1 { catalogue.indexes.add(table: draft.name, firstColumn: first, second: columns[1]) }
          // NULLS FIRST, or DESC NULLS LAST.
          if let option = row.text(4)?.split(separator: " ").first, option == "2" || option == "1" {
            catalogue.orders.insert([ScalarString(draft.name), ScalarString(first)])
          }
        }
        if row.flag(2), columns != draft.keyColumns, !draft.uniqueKeys.contains(columns) {
          drafts[id]?.uniqueKeys.append(columns)
        }
        return true
      }
    }

    private static func table(_ draft: Draft) -> SchemaTable {
      // A key is dropped if one of its columns was left out, because no statement can use it.
      let known = Set(draft.columns.map { ScalarString($0.name) })
      func isKnown(_ columns: [String]) -> Bool { columns.allSatisfy { known.contains(ScalarString($0)) } }
      let keyColumns = isKnown(draft.keyColumns) ? draft.keyColumns : []
      let isInteger =
        keyColumns.count == 1
        && draft.columns.contains { $0.name.hasSameScalars(as: keyColumns[0]) && $0.attribute.type == .integer }
      return SchemaTable(
        name: draft.name, kind: draft.isView ? .view : .table, modelName: nil, columns: draft.columns,
        key: EntityKey(columns: keyColumns, referenceColumn: isInteger ? keyColumns[0] : nil), keyColumns: keyColumns,
        isKeyOrdinary: true, uniqueKeys: draft.uniqueKeys.filter(isKnown),
        foreignKeys: draft.foreignKeys.filter { isKnown($0.columns) }, numberColumn: nil, hiddenNames: [],
        hierarchy: nil)
    }
  }
#endif
