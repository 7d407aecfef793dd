#if PostgreSQL
  import PredicateValues

  extension ServerExport {
    /// The number of bytes that a name on a server may have (`NAMEDATALEN`). The server shortens longer names without an error.
    static let longestName = 63
  }

  extension PostgreSQLDatabase {
    /// One sentence for each table with parts that ``ServerExport`` does not copy: defaults, identities, expressions of generated columns, and checks.
    func partsWithoutCopy(ofTables tables: [String]) throws -> [String] {
      let statement = """
        SELECT kind || ' (' || string_agg(name, ', ' ORDER BY number, name) || ')' FROM (
          SELECT CASE WHEN attgenerated <> '' THEN 'generated columns' WHEN attidentity <> '' THEN 'identity' ELSE 'DEFAULT' END,
            attname, attnum
          FROM pg_catalog.pg_attribute
          WHERE attrelid = CAST($1 AS regclass) AND attnum > 0 AND NOT attisdropped AND (atthasdef OR attidentity <> '')
          UNION ALL SELECT 'CHECK', conname, 0 FROM pg_catalog.pg_constraint WHERE conrelid = CAST($1 AS regclass) AND contype = 'c'
        ) parts (kind, name, number) GROUP BY kind ORDER BY kind
        """
      var notes: [String] = []
      for table in tables {
        guard let name = catalogue.sqlNames[ScalarString(table)] else { continue }
        var parts: [String] = []
        try pool.run(statement, [ServerParameter(.string(name))]) { row in
          parts += [row.text(0) ?? ""]
          return true
        }
        if !parts.isEmpty { notes.append("\(table) is copied without \(parts.joined(separator: ", "))") }
      }
      return notes
    }
  }
#endif
