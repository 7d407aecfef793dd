import Foundation

/// GNUstep's times for the same records, in milliseconds per million.
enum Orientation {
  /// Where the times come from, and the times by the names of the queries.
  static func times() -> (source: String, milliseconds: [String: Double]) {
    if let text = try? String(contentsOfFile: "gnustep.txt", encoding: .utf8) {
      var found: [String: Double] = [:]
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count >= 2 { found[String(words[0])] = Double(words[1]) }
      }
      if !found.isEmpty { return ("from gnustep.txt", found) }
    }
    return (
      "on a machine of this class",
      [
        "Q1": 467, "Q2": 238, "Q4": 4078, "Q5": 2561, "Q6": 529, "Q8": 280, "Q9": 393, "Q10": 534, "Q11": 800,
      ]
    )
  }
}
