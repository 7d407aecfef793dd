#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  extension PostgreSQLDatabase {
    /// Generated columns, and the defaults that are the same for all rows: constants and the time of the import. Defaults that call another function,
    /// such as the next number of a sequence, are left out, and so are values that the attribute cannot store.
    package func filledColumns(ofTable table: String) throws -> [FilledColumn] {
      guard let name = catalogue.sqlNames[ScalarString(table)] else { return [] }
      let attributes = model.entities.first { $0.table.hasSameScalars(as: table) }?.attributes ?? []
      var filled: [FilledColumn] = []
      var defaults: [(column: String, expression: String)] = []
      let statement = """
        SELECT a.attname, a.attgenerated <> '',
          'CAST((' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) || ') AS ' || pg_catalog.format_type(a.atttypid, a.atttypmod) || ')',
          pg_catalog.pg_get_expr(d.adbin, d.adrelid)
        FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = CAST($1 AS regclass) ORDER BY a.attnum
        """
      try pool.run(statement, [ServerParameter(.string(name))]) { row in
        guard let column = row.text(0) else { return true }
        if row.flag(1) {
          filled.append(FilledColumn(column, .computed))
        } else if let text = row.text(3), Self.isSameForAllRows(text), let expression = row.text(2) {
          defaults.append((column, expression))
        }
        return true
      }
      guard !defaults.isEmpty else { return filled }
      let computed = filled
      do {
        try pool.run("SELECT \(defaults.map(\.expression).joined(separator: ", "))") { row in
          for (position, (column, _)) in defaults.enumerated() {
            let attribute = attributes.first { $0.column.hasSameScalars(as: column) }
            let value = ValueReader.value(position, of: row, as: attribute?.type ?? .any)
            let stored = attribute.map { $0.stored(value) } ?? AttributeStorage.dynamic.stored(value)
            if let stored { filled.append(FilledColumn(column, .value(stored))) }
          }
          return false
        }
      } catch is DatabaseIssue {
        // A default that the server refuses to compute must not end an import that may not need it. The server computes it for each row.
        return computed
      }
      return filled
    }

    /// Whether the expression of a default has the same value for all rows of a statement. The server writes expressions in a fixed form. The test
    /// accepts constants, casts, operators and the functions of the time.
    private static func isSameForAllRows(_ expression: String) -> Bool {
      var rest = Substring(expression)
      var words = ""
      // Constants in quotes are left out. The server writes a quote inside a constant twice.
      while let quote = rest.firstIndex(of: "'") {
        words += rest[..<quote] + "0"
        guard let end = rest[rest.index(after: quote)...].firstIndex(of: "'") else { return false }
        rest = rest[rest.index(after: end)...]
      }
      words += rest
      let call = /([A-Za-z0-9_$."]+) *\(/
      let constant: Set<Substring> = [
        "now", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "numeric", "varchar", "varying", "character", "bpchar",
        "timestamp",
      ]
      return !words.contains("\"") && words.matches(of: call).allSatisfy { constant.contains($0.1) }
    }
  }
#endif
