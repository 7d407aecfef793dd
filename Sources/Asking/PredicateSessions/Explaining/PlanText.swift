import PredicateModel
import PredicateSyntax

/// SQLite's plan in words: which rows are read, and by which index.
package struct PlanText {
  /// The tables by the short names that the SQL gives them.
  private let tables: [String: String]

  /// The words for plans of statements with these tables.
  package init(tables: [String: String]) { self.tables = tables }

  /// A line a step, parts of a step further in.
  package func lines(for steps: [PlanStep]) -> [String] {
    var depths: [Int: Int] = [0: -1]
    return steps.map { step in
      let depth = (depths[step.parent] ?? -1) + 1
      depths[step.id] = depth
      return String(repeating: "  ", count: depth) + words(for: step.detail)
    }
  }

  private func words(for detail: String) -> String {
    let parts = detail.split(separator: " ").map(String.init)
    guard let verb = parts.first else { return detail }
    switch verb {
    case "SCAN" where parts.count > 1 && parts[1] == "CONSTANT": return "needs no table"
    case "SCAN" where parts.count > 1: return scan(parts)
    case "SEARCH" where parts.count > 1: return search(parts)
    case "USE":
      guard let mark = detail.range(of: " FOR "), mark.upperBound < detail.endIndex else { return detail }
      return "collects the rows for \(detail[mark.upperBound...]), which no index gives"
    case "LIST": return "a list is made first, once:"
    case "CORRELATED": return "for each of these rows:"
    case "SCALAR": return "a value is found first, once:"
    case "CO-ROUTINE", "MATERIALIZE": return "first:"
    default: return detail
    }
  }

  private func scan(_ parts: [String]) -> String {
    let table = name(parts[1])
    if let index = index(in: parts) {
      return "reads all of \(table), in the order of the index \(index)" + (isCovering(parts) ? ", and only that" : "")
    }
    return "reads every row of \(table)"
  }

  private func search(_ parts: [String]) -> String {
    let table = name(parts[1])
    let detail = parts.joined(separator: " ")
    let open = detail.firstIndex(of: "(").map { " " + String(detail[$0...]) } ?? ""
    if detail.contains("USING INTEGER PRIMARY KEY") { return "finds rows of \(table) by their key\(open)" }
    if detail.contains("USING AUTOMATIC") {
      return "finds rows of \(table) by an index that is made for this statement alone\(open)"
    }
    guard let index = index(in: parts) else { return "finds rows of \(table)\(open)" }
    return "finds rows of \(table) by the index \(index)\(open)" + (isCovering(parts) ? ", and reads only that" : "")
  }

  private func index(in parts: [String]) -> String? {
    guard let position = parts.firstIndex(of: "INDEX"), position + 1 < parts.count else { return nil }
    return parts[position + 1]
  }

  private func isCovering(_ parts: [String]) -> Bool { parts.contains("COVERING") }

  /// What has one of our names and is no table is a statement inside the statement.
  private func name(_ alias: String) -> String {
    if let table = tables[alias] { return table }
    let isOurs = alias.first == "t" && alias.count > 1 && alias.dropFirst().allSatisfy(\.isNumber)
    return isOurs ? "what was made first" : alias
  }
}
