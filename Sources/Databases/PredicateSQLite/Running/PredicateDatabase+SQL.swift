import GRDB
import GRDBSQLite
import PredicateBinding
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSyntax
import PredicateValues

/// Statements in SQLite's own SQL.
extension PredicateDatabase {
  /// Runs one statement that only reads. It may call the functions that translated predicates call.
  ///
  /// The first word is also checked, because SQLite treats PRAGMA and ATTACH as statements that only read. `pragma_table_info('movie')` is allowed.
  package func forEachBatch(of size: Int, ofSQL sql: String, _ body: (ResultTable) throws -> Void) throws {
    try ReadOnlySQL.check(
      sql, beginsWith: ["SELECT", "VALUES", "WITH", "EXPLAIN"],
      hints: ["PRAGMA": "SELECT * FROM pragma_table_info('NAME') reads one"])
    try failing {
      try reader.unsafeReentrantRead { database in
        try SQLiteFunctions.ensure(on: database)
        let statement = try Self.explaining(sql, on: database) { try RawStatement(database, sql) }
        guard sqlite3_stmt_readonly(statement.pointer.statement) != 0 else {
          throw ReadOnlySQL.writes("the statement writes to the database", in: sql)
        }
        let rest = String(decoding: Array(sql.utf8)[statement.length...], as: UTF8.self)
        if SQLTokens.tokens(of: rest).contains(where: { !$0.isSymbol(";") }) {
          throw ReadOnlySQL.several(sql, at: statement.length)
        }
        guard sqlite3_bind_parameter_count(statement.pointer.statement) == 0 else {
          throw ReadOnlySQL.parameter(in: sql)
        }
        let pointer = statement.pointer
        let columns = pointer.columnNames
        var batches = RowBatches(of: size, columns: columns)
        while try Self.explaining(sql, on: nil, { try statement.step() }) {
          let row = columns.indices.map { AttributeStorage.dynamic.value(of: pointer.stored($0), as: .any) }
          try batches.add(row).map(body)
        }
        try batches.last().map(body)
      }
    }
  }

  /// Prepares or runs a statement, and reports its errors with their places.
  ///
  /// - Parameter database: The connection, which has the position of an error after preparing a statement; nil for an error without a position.
  private static func explaining<Value>(
    _ sql: String, on database: Database?, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      if let issue = PredicateIssue(functionError: error) { throw issue }
      let offset = database?.sqliteConnection.map { Int(sqlite3_error_offset($0)) }
      throw ReadOnlySQL.issue(error.message ?? "\(error)", in: sql, at: offset)
    }
  }
}

/// SQLite's plans as trees. Only this code parses the texts of `EXPLAIN QUERY PLAN`.
package enum SQLitePlan {
  /// A row of the plan. Its detail is a text such as `SEARCH t0 USING INDEX year (year>?)`.
  package typealias Step = (id: Int, parent: Int, detail: String)

  /// The steps at the top level, with their substeps.
  package static func nodes(of steps: [Step]) -> [PlanNode] {
    let known = Set(steps.map { $0.id })
    let children = Dictionary(grouping: steps) { $0.parent }
    func nodes(_ steps: [Step]) -> [PlanNode] { steps.map { node($0.detail, nodes(children[$0.id] ?? [])) } }
    return nodes(steps.filter { !known.contains($0.parent) })
  }

  private static func node(_ detail: String, _ children: [PlanNode]) -> PlanNode {
    let parts = detail.split(separator: " ").map(String.init)
    let work = work(of: parts, detail)
    let isSearch = work == .search
    let terms = detail.firstIndex(of: "(").map { String(detail[$0...]) } ?? ""
    var access = PlanNode.Access.none
    if isSearch, detail.contains("USING INTEGER PRIMARY KEY") {
      access = .key
    } else if isSearch, detail.contains("USING AUTOMATIC") {
      access = .madeIndex
    } else if let place = parts.firstIndex(of: "INDEX"), place + 1 < parts.count {
      access = .index(parts[place + 1])
    }
    return PlanNode(
      work, of: isSearch || work == .scan ? parts[1] : nil, by: access, isCovering: parts.contains("COVERING"),
      soughtColumns: isSearch ? columns(in: terms) : [], terms: isSearch ? terms : "", words: detail,
      children: children)
  }

  private static func work(of parts: [String], _ detail: String) -> PlanNode.Work {
    switch parts.first {
    case "SCAN" where parts.count > 1: return parts[1] == "CONSTANT" ? .nothing : .scan
    case "SEARCH" where parts.count > 1: return .search
    case "USE":
      guard let mark = detail.firstRange(of: " FOR "), mark.upperBound < detail.endIndex else { return .other }
      return .collect(for: String(detail[mark.upperBound...]))
    case "LIST": return .listOnce
    case "SCALAR": return .valueOnce
    case "CO-ROUTINE", "MATERIALIZE": return .rowsFirst
    case "CORRELATED": return .eachRow
    default: return .other
    }
  }

  /// The columns in a text such as `(year>? AND month<?)`: `year` and `month`.
  private static func columns(in terms: String) -> [String] {
    terms.dropFirst().split(separator: " AND ").compactMap { term in
      term.firstIndex { "=<>".contains($0) }.map { String(term[..<$0]) }
    }
  }
}

/// Progress of running statements.
extension PredicateDatabase {
  /// Runs some work, and regularly reports how many rows the running statement has read in full scans.
  ///
  /// Statements that other tasks run at the same time are not counted. Tasks that the work has started are counted until the work ends. If GRDB keeps
  /// a statement, as `cachedStatement(sql:)` does, and the work runs it several times, the rows of these runs are added up. Does not report for a pool,
  /// which opens and closes connections.
  ///
  /// - Parameter report: Called on the thread that uses the database, between two of its steps. It must not use the database.
  public func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    guard let queue = reader as? DatabaseQueue else { return try work() }
    let begun = queue.unsafeReentrantRead { database in
      database.sqliteConnection.map { (Int(bitPattern: $0), StatementWatch($0, report)) }
    }
    guard let (address, watch) = begun else { return try work() }
    // The queue owns the connection. Only work that closes the queue can free the address before the work ends.
    return try StatementWatch.watches.watching(address, of: queue, with: watch, work)
  }

  /// The approximate number of rows of a table, computed from its least and greatest key without counting. Nil if it is unknown: for a view, a table
  /// without row numbers, and keys that are not consecutive.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func approximateRowCount(ofTable name: String) throws -> Int? {
    try DatabaseIssue.convertingErrors(path: self.name) {
      try reader.unsafeReentrantRead { database in
        let entity = model.entities.first { $0.parent == nil && $0.table.isSameSQLName(as: name) }
        // A join table is not an entity; its row number is `rowid`.
        guard let rowNumber = entity.map({ $0.key.referenceColumn?.quotedIdentifier }) ?? "rowid" else { return nil }
        let size = try RawStatement(database, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        guard try size.step(), let numbers = try database.rowNumbers(rowNumber, of: name.quotedIdentifier) else {
          return nil
        }
        let (span, overflows) = numbers.upperBound.subtractingReportingOverflow(numbers.lowerBound)
        // The keys are not consecutive if there would be more rows than fit into the file at four bytes per row.
        guard !overflows, span < size.integer(at: 0) / 4 else { return nil }
        return Int(span) + 1
      }
    }
  }
}
