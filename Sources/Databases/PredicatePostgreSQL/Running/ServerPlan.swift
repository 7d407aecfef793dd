#if PostgreSQL
  import PredicateDatabases
  import PredicateDocuments
  import PredicateSQL
  import PredicateValues

  extension PostgreSQLDatabase {
    /// How the server would run a statement. The statement does not run.
    ///
    /// - Throws: ``DatabaseIssue``.
    package func plan(of statement: SQLStatement) throws -> [PlanNode] {
      try plan(of: statement, options: remoteOptions)
    }

    /// How the server runs a statement, with the numbers of rows that other servers sent. This runs the statement.
    ///
    /// - Throws: ``DatabaseIssue``.
    package func measuredPlan(of statement: SQLStatement) throws -> [PlanNode] {
      try plan(of: statement, options: remoteOptions + ["ANALYZE", "TIMING OFF"])
    }

    private func plan(of statement: SQLStatement, options: [String]) throws -> [PlanNode] {
      try explained(statement, options: options).map { [ServerPlan(catalogue).node($0)] } ?? []
    }

    /// VERBOSE shows the statements of other servers. It is only used if there are such servers.
    private var remoteOptions: [String] { catalogue.partitioned.isEmpty ? [] : ["VERBOSE"] }

    /// Runs EXPLAIN for a statement, and returns the plan in the server's JSON. Nil if the server's reply contains no plan.
    func explained(_ statement: SQLStatement, options: [String] = []) throws -> JSONObject? {
      var text: [UInt8] = []
      try run(statement.preceded(by: "EXPLAIN (\((options + ["FORMAT JSON"]).joined(separator: ", "))) ")) { row in
        text += row.bytes(0) ?? []
        return true
      }
      guard case .array(let plans) = try JSONReader.value(of: text), case .object(let whole)? = plans.first,
        case .object(let plan)? = whole["Plan"]
      else { return nil }
      return plan
    }
  }

  /// The server's plans as trees.
  private struct ServerPlan {
    /// The servers of foreign tables, by the tables' names with their schemas.
    private let servers: [String: String]

    init(_ catalogue: Catalogue) {
      servers = catalogue.servers
    }

    func node(_ plan: JSONObject) -> PlanNode {
      if let scan = RemoteScan(plan, servers) { return scan.node }
      let kind = plan.text("Node Type")
      let alias = plan.text("Alias")
      let condition = ["Index Cond", "Recheck Cond", "Hash Cond"].map(plan.text).first { !$0.isEmpty }
      let index = plan.text("Index Name")
      let children = children(plan, kind)
      var access = PlanNode.Access.none
      if !index.isEmpty { access = index.hasSuffix("_pkey") ? .key : .index(index) }
      var work = PlanNode.Work.other
      switch kind {
      case "Seq Scan", "Foreign Scan", "Sample Scan": work = .scan
      case "Bitmap Heap Scan", "Tid Scan": work = .search
      case "Index Scan", "Index Only Scan":
        work = condition == nil ? .scan : .search
      case "Sort": work = .collect(for: "ORDER BY")
      case "Unique": work = .collect(for: "DISTINCT")
      case "Aggregate" where plan["Group Key"] != nil: work = .collect(for: "GROUP BY")
      case "Result": work = .nothing
      default: break
      }
      return PlanNode(
        work, of: alias.isEmpty || kind == "Bitmap Index Scan" ? nil : alias, by: access,
        isCovering: kind == "Index Only Scan",
        soughtColumns: Self.names(in: plan.text("Index Cond"))
          + (kind == "Bitmap Heap Scan" ? children.all.flatMap(\.soughtColumns) : []), terms: condition ?? "",
        words: Self.words(plan, kind, alias) + place(of: plan, kind), children: children)
    }

    /// The names in an index condition, including those of the columns that it compares.
    private static func names(in condition: String) -> [String] {
      condition.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }

    /// The substeps. The inner side of a nested loop, and a correlated subquery, run for each row of another step.
    private func children(_ plan: JSONObject, _ kind: String) -> [PlanNode] {
      plan.parts.map { child in
        let inner = node(child)
        switch child.text("Parent Relationship") {
        case "Inner" where kind == "Nested Loop": return Self.group(.eachRow, "for each row", [inner])
        case "SubPlan":
          return Self.group(child.text("Subplan Name").hasPrefix("hashed") ? .listOnce : .eachRow, "subquery", [inner])
        case "InitPlan": return Self.group(.valueOnce, "once", [inner])
        default: return inner
        }
      }
    }

    private static func group(_ work: PlanNode.Work, _ words: String, _ children: [PlanNode]) -> PlanNode {
      PlanNode(
        work, of: nil, by: .none, isCovering: false, soughtColumns: [], terms: "", words: words, children: children)
    }

    /// A step described as the server does: `Index Scan using film_pkey on film t0 (id = 3)`.
    private static func words(_ plan: JSONObject, _ kind: String, _ alias: String) -> String {
      if kind == "Incremental Sort" { return incrementalSort(plan) }
      var words = [kind]
      if case let index = plan.text("Index Name"), !index.isEmpty { words.append("using \(index)") }
      if case let table = plan.text("Relation Name"), !table.isEmpty {
        words.append("on \(table)\(table == alias ? "" : " \(alias)")")
      }
      for key in ["Index Cond", "Hash Cond", "Merge Cond", "Join Filter", "Filter"] {
        if case let condition = plan.text(key), !condition.isEmpty { words.append(condition) }
      }
      if case let keys = plan.texts("Sort Key") + plan.texts("Group Key"), !keys.isEmpty {
        words.append("by \(keys.joined(separator: ", "))")
      }
      return words.joined(separator: " ")
    }

    /// The rows come in the order of the first keys. The server sorts only those that are equal in these keys.
    private static func incrementalSort(_ plan: JSONObject) -> String {
      let first = plan.texts("Presorted Key")
      let others = plan.texts("Sort Key").dropFirst(first.count)
      return
        "sorts only rows with equal values of \(first.joined(separator: ", ")), by \(others.joined(separator: ", "))"
    }

    /// The reason why this server, and not a remote one, runs a step over rows of other servers.
    private func place(of plan: JSONObject, _ kind: String) -> String {
      let scans = plan.parts.map { RemoteScan.all(in: $0, servers) }
      switch kind {
      case "Hash Join", "Merge Join", "Nested Loop":
        guard scans.contains(where: { !$0.isEmpty }) else { return "" }
        return scans.contains(where: \.isEmpty)
          ? "; runs on this server, because one of the tables is only on this server"
          : "; runs on this server, because the tables are not co-located or postgres_fdw cannot send this kind of join"
      case "Aggregate" where scans.joined().contains { !$0.isOfGroups }:
        return "; runs on this server, on the rows that other servers sent"
      default: return ""
      }
    }
  }

  /// The part of a plan that a remote server runs.
  struct RemoteScan: Sendable {
    let server: String
    /// The statement for the server.
    let statement: String
    /// The number of rows that the planner expects the server to send.
    let expectedRows: Int
    /// The number of rows that the server sent; nil if the statement did not run.
    let rows: Int?
    /// The condition that is not sent to the server.
    let localCondition: String
    /// Whether the rows are groups that the server computes.
    let isOfGroups: Bool

    init?(_ plan: JSONObject, _ servers: [String: String]) {
      guard case let statement = plan.text("Remote SQL"), !statement.isEmpty else { return nil }
      let relations = plan.text("Schema") + "." + plan.text("Relation Name") + " " + plan.text("Relations")
      let names = relations.split { " ()".contains($0) }.map { $0.filter { $0 != "\"" } }
      server = names.lazy.compactMap { servers[$0] }.first ?? "another server"
      self.statement = statement
      expectedRows = plan.number("Plan Rows")
      let loops = plan.number("Actual Loops")
      rows =
        plan["Actual Rows"] == nil ? nil : (plan.number("Actual Rows") + plan.number("Rows Removed by Filter")) * loops
      localCondition = plan.text("Filter")
      isOfGroups = plan.text("Relations").hasPrefix("Aggregate on")
    }

    static func all(in plan: JSONObject, _ servers: [String: String]) -> [RemoteScan] {
      RemoteScan(plan, servers).map { [$0] } ?? plan.parts.flatMap { all(in: $0, servers) }
    }

    fileprivate var node: PlanNode {
      let amount = rows.map { "\($0) rows crossed" } ?? "about \(expectedRows) rows cross"
      let filter = PlanNode(
        .other, of: nil, by: .none, isCovering: false, soughtColumns: [], terms: "",
        words: "runs on this server, because postgres_fdw cannot send the condition: \(localCondition)", children: [])
      return PlanNode(
        .other, of: nil, by: .none, isCovering: false, soughtColumns: [], terms: "",
        words: "\(server) runs: \(statement); \(amount)", children: localCondition.isEmpty ? [] : [filter])
    }
  }

  extension JSONObject {
    /// The steps below a step.
    fileprivate var parts: [JSONObject] {
      guard case .array(let parts)? = self["Plans"] else { return [] }
      return parts.compactMap { if case .object(let part) = $0 { part } else { nil } }
    }

    fileprivate func text(_ name: String) -> String {
      if case .string(let text)? = self[name] { text } else { "" }
    }

    /// The texts of a list.
    fileprivate func texts(_ name: String) -> [String] {
      guard case .array(let values)? = self[name] else { return [] }
      return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    fileprivate func number(_ name: String) -> Int {
      switch self[name] {
      case .integer(let number)?: Int(number)
      case .double(let number)?: Int(exactly: number.rounded()) ?? 0
      default: 0
      }
    }
  }
#endif
