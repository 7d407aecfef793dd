#if PostgreSQL
  import PredicateDatabases
  import PredicateSQL
  import PredicateValues

  /// A table that is partitioned by the hash of one column, with every partition on another server (`postgres_fdw`).
  struct PartitionedTable: Sendable {
    /// A partition: the name of its foreign table in ``Catalogue/sqlNames``, and the server with its rows.
    struct Partition: Sendable, Hashable {
      let name: String
      let server: String
    }

    /// The column whose hash decides the partition of a row.
    let column: String
    /// The partitions in the order of their remainders.
    let partitions: [Partition]
    /// The type of the column, and the modulus, remainder and server of each partition. If two tables have the same layout, rows with equal values in
    /// the partitioning columns are on one server.
    let layout: String

    /// Whether rows with equal values in the partitioning columns are on one server, so that the two tables are co-located.
    func isColocated(with other: PartitionedTable) -> Bool { layout == other.layout }
  }

  extension Catalogue {
    /// The servers of foreign tables, by the tables' names with their schemas.
    var servers: [String: String] {
      let partitions = partitioned.values.flatMap(\.partitions)
      return Dictionary(partitions.map { ($0.name, $0.server) }) { first, _ in first }
    }
  }

  extension CatalogueReader {
    /// The tables partitioned by hash over servers, by their names.
    ///
    /// A table is left out if it has a local partition or a partition that is partitioned again, or if its key has several columns or is an
    /// expression.
    static func partitionedTables(
      _ pool: ConnectionPool, names: [Int: String]
    ) throws -> (tables: [ScalarString: PartitionedTable], sqlNames: [ScalarString: String]) {
      let statement = """
        SELECT i.inhparent::int8, n.nspname, c.relname, s.srvname, a.attname, pg_catalog.pg_get_expr(c.relpartbound, c.oid),
          a.atttypid::text || ' ' || p.partclass::text || ' ' || p.partcollation::text,
          c.relkind = 'f' AND w.fdwname = 'postgres_fdw'
        FROM pg_catalog.pg_partitioned_table p JOIN pg_catalog.pg_inherits i ON i.inhparent = p.partrelid
        JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
        LEFT JOIN pg_catalog.pg_foreign_table f ON f.ftrelid = c.oid LEFT JOIN pg_catalog.pg_foreign_server s ON s.oid = f.ftserver
        LEFT JOIN pg_catalog.pg_foreign_data_wrapper w ON w.oid = s.srvfdw
        WHERE p.partstrat = 'h' AND p.partnatts = 1 AND NOT i.inhdetachpending
        ORDER BY i.inhparent, pg_catalog.length(pg_catalog.pg_get_expr(c.relpartbound, c.oid)), 6
        """
      var drafts:
        [Int: (column: String, type: String, parts: [(partition: PartitionedTable.Partition, bound: String)])] =
          [:]
      var others: Set<Int> = []
      var sqlNames: [ScalarString: String] = [:]
      try pool.run(statement) { row in
        let id = row.number(0)
        guard names[id] != nil, row.flag(7) else {
          others.insert(id)
          return true
        }
        let (schema, table) = (row.text(1) ?? "", row.text(2) ?? "")
        let partition = PartitionedTable.Partition(name: schema + "." + table, server: row.text(3) ?? "")
        sqlNames[ScalarString(partition.name)] = schema.quoted(by: "\"") + "." + table.quoted(by: "\"")
        drafts[id, default: (row.text(4) ?? "", row.text(6) ?? "", [])].parts.append((partition, row.text(5) ?? ""))
        return true
      }
      var tables: [ScalarString: PartitionedTable] = [:]
      for (id, draft) in drafts where !others.contains(id) {
        guard let name = names[id] else { continue }
        let places = draft.parts.map { "\($0.bound) \($0.partition.server.quoted(by: "\""))" }
        tables[ScalarString(name)] = PartitionedTable(
          column: draft.column, partitions: draft.parts.map(\.partition),
          layout: ([draft.type] + places).joined(separator: "; "))
      }
      return (tables, sqlNames)
    }
  }
#endif
