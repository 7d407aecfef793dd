import BenchData
import Foundation

/// The closure that an ordinary developer writes for a dictionary of anything.
enum Closures {
  typealias Condition = (Records.Dictionary) -> Bool

  static func named(_ name: String) -> Condition {
    switch name {
    case "Q1": { ($0["year"] as? Int ?? 0) > 1990 && ($0["rating"] as? Double ?? 0) >= 7.5 }
    case "Q2": { ($0["title"] as? String)?.lowercased().hasPrefix("the ") ?? false }
    case "Q3":
      { ($0["title"] as? String)?.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    case "Q4": { ($0["title"] as? String)?.lowercased().contains("star") ?? false }
    case "Q5": matching(".*[0-9]{2}.*")
    case "Q6": { ["Drama", "Comedy", "Noir"].contains($0["genre"] as? String) }
    case "Q7": { ($0["year"] as? Int).map { (1980...1989).contains($0) } ?? false }
    case "Q8": { (($0["borrower"] as? Records.Dictionary)?["name"] as? String)?.hasSuffix("son") ?? false }
    case "Q9": { ($0["tags"] as? [String])?.contains("classic") ?? false }
    case "Q10": { ($0["tags"] as? [String] ?? []).count > 2 }
    case "Q11":
      {
        (($0["year"] as? Int ?? 0) > 1990 && ($0["rating"] as? Double ?? 0) >= 7.5)
          || ($0["genre"] as? String == "Noir" && !($0["lent"] as? Bool ?? false))
      }
    default: { ($0["tags"] as? [String] ?? []).filter { $0.hasPrefix("c") }.count > 1 }
    }
  }

  private static func matching(_ pattern: String) -> Condition {
    let expression = try? NSRegularExpression(pattern: pattern)
    return { record in
      guard let title = record["title"] as? String else { return false }
      let range = NSRange(location: 0, length: title.utf16.count)
      return expression?.firstMatch(in: title, options: .anchored, range: range)?.range == range
    }
  }
}
