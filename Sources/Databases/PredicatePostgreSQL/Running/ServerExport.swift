#if PostgreSQL
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicateSQL
  import PredicateSyntax
  import PredicateValues

  /// Copies a database of any kind into a new schema on a server: tables, rows, keys and indexes, in one transaction on its own connection.
  ///
  /// From a server the columns keep their types, and the texts of their values go from one server to the other: so the null of JSON and every digit are kept.
  ///
  /// ```swift
  /// let export = try ServerExport(of: shop, into: "shop")
  /// let rows = try export.run(to: "postgresql://ann@db.example.org/sales")
  /// ```
  package struct ServerExport {
    /// One sentence for each part that is not copied.
    package private(set) var notes: [String] = []
    private let source: any QueryDatabase
    /// The source, if it is a server.
    private let server: PostgreSQLDatabase?
    private let schema: String
    private var tables: [Table] = []

    /// A table, and the fetch that returns its rows.
    private struct Table {
      let name: String
      /// The SELECT of the rows on a server; nil for a source of another kind.
      var statement: String?
      var columns: [Column] = []
      var constraints: [String] = []
      /// Foreign keys, which are created after all rows are written.
      var keys: [String] = []
      /// The columns that are the first of an index.
      var indexed: [String] = []
      /// The columns that are the first of the index of a key.
      var keyed: [String] = []
      let fetch: EntityFetch
      /// Whether the second column of the fetch has the keys of the objects that the object in the first column is paired with.
      var isPairs = false
      /// The positions of the columns of the primary key.
      var key: [Int] = []
    }

    private struct Column {
      let name: String
      let type: QueryType
      var isRequired = false
      var isJSON = false
      /// The type of a column of a server whose type is kept: dates without a time, arrays.
      var kept: ColumnType?
      /// The declared type of a column of a server; nil for a type that the other server may lack.
      var declared: String?
      let value: QueryExpression

      private var isDay: Bool { kept == .date }

      private var typeName: String {
        if let declared { return declared + (Self.hasCollation(declared) ? " COLLATE \"C\"" : "") }
        if isJSON { return "jsonb" }
        switch kept {
        case .date?: return "date"
        case .array(let words)?: return "\(ServerArray.copiedType(ofElements: words))[]"
        default: return ServerColumn.declaration(of: type) + (type == .string ? " COLLATE \"C\"" : "")
        }
      }

      private static func hasCollation(_ type: String) -> Bool {
        ["text", "varchar", "char(", "bpchar"].contains { type.hasPrefix($0) }
      }

      var declaration: String { "\(name.quoted(by: "\"")) \(typeName)\(isRequired ? " NOT NULL" : "")" }

      /// The type that a copy keeps; nil for other types, which the copy declares by the type of the language.
      static func kept(_ attribute: Attribute) -> ColumnType? {
        switch attribute.serverType {
        case .date?: attribute.serverType
        // The elements of an array of JSON are values, and no text of an array says which of its lists is an element.
        case .array(let words)? where ![.json, .jsonb].contains(ColumnType(words)): attribute.serverType
        default: nil
        }
      }

      /// A date as a text in the input syntax of the column's type; nil for a date that the type cannot hold.
      private func dateText(_ seconds: Double) -> String? {
        isDay ? ServerDate.dayText(of: seconds) : ServerDate.text(of: seconds)
      }

      /// A value as a text in the input syntax of the column's type; nil for NULL.
      ///
      /// - Throws: ``Misfit`` for a value that the column cannot hold.
      func text(of value: QueryValue) throws(Misfit) -> String? {
        switch (type, value) {
        case (_, .null): return nil
        case _ where isJSON:
          guard case .text(let text)? = AttributeStorage.json.stored(value) else {
            throw Misfit(reason: "a value that is not JSON")
          }
          // JSON with the escape `\u0000` is refused, as the server does. Escaped backslashes are removed first, because in `\\u0000` the backslash
          // is escaped, not U+0000.
          guard !text.replacing("\\\\", with: "").contains("\\u0000") else { throw .zero }
          return text
        case (_, .array(let values)):
          guard case .array? = kept else { return ServerColumn.text(of: value) }
          return ServerArray.text(of: values)
        case (_, .date(let seconds)) where seconds.isFinite:
          guard let text = dateText(seconds) else {
            throw Misfit(reason: "\(value.shown), a date that the server cannot store")
          }
          return text
        case (.integer, .double(let number)):
          guard let whole = Int64(exactly: number) else {
            throw Misfit(reason: "\(number), which is not a whole number", type: type)
          }
          return String(whole)
        case (.boolean, .integer(let number)) where number != 0 && number != 1:
          throw Misfit(reason: "\(number), which is not a boolean", type: type)
        default:
          let text = ServerColumn.text(of: value)
          if text?.utf8.contains(0) == true { throw .zero }
          return text
        }
      }
    }

    /// The reason why a column cannot hold a value.
    private struct Misfit: Error {
      let reason: String
      /// A column type that could hold the value; nil if there is none.
      var type: QueryType?

      static let zero = Misfit(reason: "the character U+0000, which a text on the server cannot contain")
    }

    /// Plans the tables.
    ///
    /// - Throws: ``DatabaseIssue`` for entities that share a table, and for a name of the schema that the server would shorten.
    package init(of source: any QueryDatabase, into schema: String) throws {
      guard schema.utf8.count <= Self.longestName else {
        throw DatabaseIssue(
          .failed,
          "the name of the schema has \(schema.utf8.count) bytes, and names on a server have at most \(Self.longestName)"
        )
      }
      self.source = source
      self.schema = schema
      server = source as? PostgreSQLDatabase
      notes = server?.catalogue.notes.filter { $0.leftOut != nil }.map(\.text) ?? []
      for entity in source.model.entities {
        guard entity.hierarchy == nil else {
          throw DatabaseIssue(
            .notPermitted, "\(entity.name) shares its table with other entities, so it cannot be copied to a server")
        }
        if entity.isReadOnly {
          notes.append("\(entity.name) is not copied, because it is a view")
        } else {
          try add(entity)
        }
      }
      notes += try server?.partsWithoutCopy(ofTables: tables.map(\.name)) ?? []
    }

    // MARK: Planning

    private mutating func add(_ entity: Entity) throws {
      guard !entity.attributes.isEmpty || !entity.relationships.isEmpty || entity.hiddenKey != nil else {
        notes.append("\(entity.name) is not copied, because none of its columns can be read")
        return
      }
      var table = Table(name: entity.table, fetch: EntityFetch(entity.name))
      func append(_ column: Column) {
        guard !table.columns.contains(where: { $0.name.hasSameScalars(as: column.name) }) else { return }
        var column = column
        if let known = server?.catalogue.columns[[ScalarString(entity.table), ScalarString(column.name)]] {
          column.declared = known.declaration
          column.isRequired = known.isNotNull
        }
        table.columns.append(column)
      }
      if entity.key.integerColumn != nil, let key = entity.hiddenKey {
        append(Column(name: key.column, type: .integer, isRequired: true, value: Self.path(key.name)))
      }
      for attribute in entity.attributes {
        let kept = Column.kept(attribute)
        if attribute.type == .any, !attribute.isJSON, kept == nil {
          notes.append("\(entity.name).\(attribute.name) is written as texts, because it has values of several types")
        }
        let isRequired = !attribute.isOptional && attribute.isTrusted
        append(
          Column(
            name: attribute.column, type: attribute.type, isRequired: isRequired, isJSON: attribute.isJSON,
            kept: kept, value: Self.path(attribute.name)))
      }
      for relationship in entity.relationships {
        guard let destination = source.model.entity(named: relationship.destination) else { continue }
        switch relationship.storage {
        case .foreignKey(let columns):
          guard let key = key(of: destination, relationship), key.count == columns.count else {
            notes.append(
              "the relationship \(entity.name).\(relationship.name) is not copied, because \(destination.name) has no primary key"
            )
            continue
          }
          for (column, attribute) in zip(columns, key) {
            append(
              Column(
                name: column, type: attribute.type, kept: Column.kept(attribute),
                value: Self.path(relationship.name, attribute.name)))
          }
          if destination.isReadOnly { continue }
          let target = "\(name(destination.table)) (\(Self.list(key.map(\.column))))"
          // The rows of a server need not fit a foreign key that it does not check.
          let check = server != nil && !relationship.isTrusted ? " NOT VALID" : ""
          table.keys.append("FOREIGN KEY (\(Self.list(columns))) REFERENCES \(target)\(check)")
          if let first = columns.first { table.indexed.append(first) }
        case .foreignKeyOfDestination:
          if relationship.isOrdered {
            notes.append("the order of the relationship \(entity.name).\(relationship.name) is not copied")
          }
        case .joinTable(let pairs): add(pairs, of: entity, relationship, to: destination)
        }
      }
      table.key = table.columns.indices.filter { position in
        entity.key.columns.contains { $0.isSameSQLName(as: table.columns[position].name) }
      }
      table.keyed = entity.key.columns.prefix(1).map(\.self)
      if let server {
        let columns = Self.list(table.columns.map(\.name))
        table.statement = "SELECT \(columns) FROM \(server.translator.lowering.dialect.quoted(table: entity.table))"
      }
      if !entity.key.columns.isEmpty { table.constraints.append("PRIMARY KEY (\(Self.list(entity.key.columns)))") }
      let declared = entity.uniqueness.map { $0.compactMap { entity.attribute(named: $0)?.column } }
      for columns in declared + (try source.uniqueKeys(ofTable: entity.table)) where canBeUnique(columns, in: table) {
        let constraint = "UNIQUE (\(Self.list(columns)))"
        guard !table.constraints.contains(constraint) else { continue }
        table.constraints.append(constraint)
        table.keyed += columns.prefix(1)
      }
      for attribute in entity.attributes where source.hasIndex(beginningWith: attribute.column, of: entity.table) {
        table.indexed.append(attribute.column)
      }
      tables.append(table)
    }

    /// Whether the copies of different values are different: values of a server are copied as they are. Dates and values of any type of other databases
    /// may have several forms.
    private func canBeUnique(_ columns: [String], in table: Table) -> Bool {
      columns.allSatisfy { name in
        guard let column = table.columns.first(where: { $0.name.hasSameScalars(as: name) }) else { return false }
        return server != nil || [.integer, .string, .uuid].contains(column.type)
      }
    }

    /// Adds a join table. The relationship from the other end has the same table.
    private mutating func add(
      _ pairs: RelationshipStorage.JoinTable, of entity: Entity, _ relationship: Relationship, to destination: Entity
    ) {
      // A join table with more columns is an entity too, so it is not added twice.
      let names = tables.map(\.name) + source.model.entities.map(\.table)
      guard !names.contains(where: { $0.hasSameScalars(as: pairs.table) }) else { return }
      guard let own = key(of: entity, nil), let other = key(of: destination, nil), own.count == 1, other.count == 1
      else {
        notes.append(
          "the relationship \(entity.name).\(relationship.name) is not copied, because it uses a join table and a key of the objects does not have exactly one column"
        )
        return
      }
      var table = Table(name: pairs.table, fetch: EntityFetch(entity.name), isPairs: true)
      for (column, key, end, value) in [
        (pairs.sourceColumns[0], own[0], entity, Self.path(own[0].name)),
        (pairs.destinationColumns[0], other[0], destination, Self.path(relationship.name, other[0].name)),
      ] {
        table.columns.append(
          Column(name: column, type: key.type, isRequired: true, kept: Column.kept(key), value: value))
        table.keys.append(
          "FOREIGN KEY (\(Self.list([column]))) REFERENCES \(name(end.table)) (\(Self.list([key.column])))")
      }
      table.constraints = ["PRIMARY KEY (\(Self.list(table.columns.map(\.name))))"]
      table.indexed = [pairs.destinationColumns[0]]
      tables.append(table)
    }

    /// The attributes that a foreign key to an entity refers to; nil if the model lacks one of them.
    private func key(of entity: Entity, _ relationship: Relationship?) -> [Attribute]? {
      let columns = relationship?.referencedColumns ?? entity.key.columns
      let known = entity.attributes + (entity.hiddenKey.map { [$0] } ?? [])
      let found = columns.compactMap { column in known.first { $0.column.hasSameScalars(as: column) } }
      return found.isEmpty || found.count < columns.count ? nil : found
    }

    private static func path(_ names: String...) -> QueryExpression {
      .keyPath(QueryKeyPath(.key(names[0]), names.dropFirst().map { .key($0) }))
    }

    private static func list(_ columns: [String]) -> String {
      columns.map { $0.quoted(by: "\"") }.joined(separator: ", ")
    }

    private func name(_ table: String) -> String { schema.quoted(by: "\"") + "." + table.quoted(by: "\"") }

    // MARK: Running

    /// Copies everything, or nothing if an error is thrown.
    ///
    /// - Returns: The number of rows that were written, and one sentence for each part that is not copied or that the rows violate.
    package func run(to target: String) throws -> (rows: Int, notes: [String]) {
      var notes = notes
      let connection = try ServerConnection(target)
      var count = 0
      // No ROLLBACK is needed on an error, because closing the connection without COMMIT undoes everything.
      do {
        try connection.runAll("BEGIN; " + ServerConnection.settings(isReadOnly: false))
        try connection.runAll("CREATE SCHEMA \(schema.quoted(by: "\""))")
        for table in tables {
          let parts = table.columns.map(\.declaration) + table.constraints
          try connection.runAll("CREATE TABLE \(name(table.name)) (\(parts.joined(separator: ", ")))")
          count += try copy(table, connection)
        }
        for table in tables {
          for key in table.keys { try add(key, to: table, connection).map { notes.append($0) } }
          var made = table.keyed
          for column in table.indexed where !made.contains(column) {
            try connection.runAll("CREATE INDEX ON \(name(table.name)) (\(Self.list([column])))")
            made.append(column)
          }
        }
        try connection.runAll("COMMIT")
        for table in tables { try connection.runAll("ANALYZE \(name(table.name))") }
      } catch let error as ServerError {
        throw error.issue(of: connection.name)
      }
      return (count, notes)
    }

    /// Adds a foreign key to a table. A source may contain rows that violate the key, because SQLite checks foreign keys only on request. For such rows the
    /// server adds the key without checking the existing rows.
    ///
    /// - Returns: A note on rows that violate the key; nil if there are none.
    private func add(_ key: String, to table: Table, _ connection: ServerConnection) throws(ServerError) -> String? {
      let statement = "ALTER TABLE \(name(table.name)) ADD \(key)"
      try connection.runAll("SAVEPOINT foreign_key")
      do {
        try connection.runAll("\(statement); RELEASE SAVEPOINT foreign_key")
        return nil
      } catch {
        guard error.isForeignKeyViolation else { throw error }
        try connection.runAll("ROLLBACK TO SAVEPOINT foreign_key; \(statement) NOT VALID")
        let row = error.detail.map { ": \(ServerError.line($0))" } ?? ""
        return "a foreign key of \(table.name) is NOT VALID in the copy, because some rows refer to missing rows\(row)"
      }
    }

    /// The issue for a value that a column cannot hold, with the key of its row.
    private static func issue(
      _ misfit: Misfit, of column: Column, in table: Table, _ row: [QueryValue], number: Int
    ) -> DatabaseIssue {
      let key = table.key.map { position in
        "\(table.columns[position].name) = \(ServerColumn.text(of: row[position]) ?? "NULL")"
      }
      let place = key.isEmpty ? "row \(number)" : "the row with \(key.joined(separator: ", "))"
      let hint =
        misfit.type == nil
        ? "" : "; write .type \(table.fetch.entity).\(column.value.canonicalFormat) any to store the column as texts"
      return DatabaseIssue(.failed, "\(table.name).\(column.name) of \(place) has \(misfit.reason)\(hint)")
    }

    private func copy(_ table: Table, _ connection: ServerConnection) throws -> Int {
      var (count, bytes) = (0, [UInt8]())
      try connection.copy("COPY \(name(table.name)) (\(Self.list(table.columns.map(\.name)))) FROM STDIN") { sendRows in
        // Errors of the target are converted here, because a source on a server would report them as its own.
        func send(_ rows: [UInt8]) throws {
          do { try sendRows(rows) } catch let error as ServerError { throw error.issue(of: connection.name) }
        }
        try forEachRow(of: table) { texts in
          CopyRow.append(texts, to: &bytes)
          count += 1
          guard bytes.count >= 1 << 16 else { return }
          try send(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
        try send(bytes)
      }
      return count
    }

    /// Passes the rows of a table to a body, as texts in the input syntax of the columns' types.
    private func forEachRow(of table: Table, _ body: ([String?]) throws -> Void) throws {
      if let server, let statement = table.statement {
        let dialect = server.translator.lowering.dialect
        return try server.run(SQLStatement([.text(statement)], dialect: dialect)) { row in
          try body(table.columns.indices.map { row.text($0) })
          return true
        }
      }
      var number = 0
      func append(_ row: [QueryValue]) throws {
        number += 1
        var texts: [String?] = []
        for (column, value) in zip(table.columns, row) {
          do throws(Misfit) { texts.append(try column.text(of: value)) } catch {
            throw Self.issue(error, of: column, in: table, row, number: number)
          }
        }
        try body(texts)
      }
      var fetch = table.fetch
      fetch.columns = table.columns.map { FetchedColumn($0.value, as: $0.name) }
      try source.forEachRow(source.prepare(BoundFetch(fetch, model: source.model), as: .rows)) { row in
        if table.isPairs {
          guard row.count == 2, case .array(let others) = row[1] else { return true }
          for other in others where !other.isNull { try append([row[0], other]) }
        } else {
          try append(row)
        }
        return true
      }
    }
  }
#endif
