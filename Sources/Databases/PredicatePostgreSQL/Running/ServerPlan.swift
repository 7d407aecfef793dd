#if PostgreSQL
  import PredicateDatabases
  import PredicateDocuments
  import PredicateSQL
  import PredicateValues

  extension PostgreSQLDatabase {
    /// How the server would run a statement.
    ///
    /// - Throws: ``DatabaseIssue``.
    package func plan(of statement: SQLStatement) throws -> [PlanNode] {
      try explained(statement).map { [ServerPlan.node($0)] } ?? []
    }

    /// The plan of a statement in the server's form.
    func explained(_ statement: SQLStatement) throws -> JSONObject? {
      var text: [UInt8] = []
      try run(statement.preceded(by: "EXPLAIN (FORMAT JSON) ")) { row in
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
  private enum ServerPlan {
    static func node(_ plan: JSONObject) -> PlanNode {
      let kind = text(plan, "Node Type")
      let alias = text(plan, "Alias")
      let condition = [text(plan, "Index Cond"), text(plan, "Recheck Cond"), text(plan, "Hash Cond")].first {
        !$0.isEmpty
      }
      let index = text(plan, "Index Name")
      var access = PlanNode.Access.none
      if !index.isEmpty { access = index.hasSuffix("_pkey") ? .key : .index(index) }
      var work = PlanNode.Work.other
      switch kind {
      case "Seq Scan", "Foreign Scan", "Sample Scan": work = .scan
      case "Bitmap Heap Scan", "Tid Scan": work = .search
      case "Index Scan", "Index Only Scan":
        work = condition == nil ? .scan : .search
      case "Sort", "Incremental Sort": work = .collect(for: "ORDER BY")
      case "Unique": work = .collect(for: "DISTINCT")
      case "Aggregate" where plan["Group Key"] != nil: work = .collect(for: "GROUP BY")
      case "Result": work = .nothing
      default: break
      }
      return PlanNode(
        work, of: alias.isEmpty || kind == "Bitmap Index Scan" ? nil : alias, by: access,
        isCovering: kind == "Index Only Scan",
        soughtColumns: names(in: work == .search ? condition ?? "" : ""), terms: condition ?? "",
        words: words(plan, kind, alias), children: children(plan, kind))
    }

    /// The names in a condition, among which are those of the columns that it compares.
    private static func names(in condition: String) -> [String] {
      condition.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }

    /// The steps below. The inner side of a nested loop runs for each row of the outer one, and so does a correlated subquery.
    private static func children(_ plan: JSONObject, _ kind: String) -> [PlanNode] {
      guard case .array(let parts)? = plan["Plans"] else { return [] }
      return parts.compactMap { part in
        guard case .object(let child) = part else { return nil }
        let inner = node(child)
        switch text(child, "Parent Relationship") {
        case "Inner" where kind == "Nested Loop": return group(.eachRow, "for each row", [inner])
        case "SubPlan":
          return group(text(child, "Subplan Name").hasPrefix("hashed") ? .listOnce : .eachRow, "subquery", [inner])
        case "InitPlan": return group(.valueOnce, "once", [inner])
        default: return inner
        }
      }
    }

    private static func group(_ work: PlanNode.Work, _ words: String, _ children: [PlanNode]) -> PlanNode {
      PlanNode(
        work, of: nil, by: .none, isCovering: false, soughtColumns: [], terms: "", words: words, children: children)
    }

    /// A step in the server's words: `Index Scan using film_pkey on film t0 (id = 3)`.
    private static func words(_ plan: JSONObject, _ kind: String, _ alias: String) -> String {
      var words = [kind]
      if case let index = text(plan, "Index Name"), !index.isEmpty { words.append("using \(index)") }
      if case let table = text(plan, "Relation Name"), !table.isEmpty {
        words.append("on \(table)\(table == alias ? "" : " \(alias)")")
      }
      for key in ["Index Cond", "Hash Cond", "Merge Cond", "Join Filter", "Filter"] {
        if case let condition = text(plan, key), !condition.isEmpty { words.append(condition) }
      }
      if case .array(let keys)? = plan["Sort Key"] ?? plan["Group Key"] {
        let names = keys.compactMap { if case .string(let name) = $0 { name } else { nil } }
        words.append("by \(names.joined(separator: ", "))")
      }
      return words.joined(separator: " ")
    }

    private static func text(_ plan: JSONObject, _ name: String) -> String {
      if case .string(let text)? = plan[name] { text } else { "" }
    }
  }
#endif
