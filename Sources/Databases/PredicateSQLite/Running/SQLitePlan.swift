import PredicateDatabases

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
