import PredicateDocuments

/// The number of required results that are right, and the names of those that are not.
///
/// ```swift
/// let standing = ConformanceStanding(run.results)
/// standing.isComplete  // true if no required result is wrong or skipped
/// ```
public struct ConformanceStanding: Sendable, Equatable {
  /// The number of required results.
  public let required: Int
  /// The names of the wrong results, in the order of the suite.
  public let wrong: [String]
  /// The names of the skipped results, in the order of the suite.
  public let skipped: [String]

  /// Counts the required results among some results.
  public init(_ results: [ConformanceResult]) {
    let required = results.filter { $0.item.level == .required }
    self.required = required.count
    wrong = required.filter(\.verdict.isWrong).map(\.name)
    skipped = required.filter { !$0.verdict.isJudged }.map(\.name)
  }

  /// The number of results that are right.
  public var right: Int { required - wrong.count - skipped.count }

  /// Whether all required results are right.
  public var isComplete: Bool { right == required }

  /// The counts in words, with the first names of wrong and skipped results.
  func sentence(showing count: Int) -> String {
    var text = "\(right) of \(required) required results are right"
    for (word, names) in [("wrong", wrong), ("skipped", skipped)] where !names.isEmpty {
      text += ", \(names.count) \(word)"
      if count > 0 { text += ": " + names.prefix(count).joined(separator: ", ") + (names.count > count ? " …" : "") }
    }
    return text
  }

  /// The counts and names as JSON, with the rung if one is given. It has one line per name, so that two reports can be compared line by line.
  func json(rung: Int? = nil) -> String {
    func list(_ names: [String]) -> String {
      let lines = names.map { "      " + JSONWriter.text(of: .string($0)) }.joined(separator: ",\n")
      return lines.isEmpty ? "[]" : "[\n\(lines)\n    ]"
    }
    let start = rung.map { "\"rung\":\($0)," } ?? ""
    return "{\(start)\"required\":\(required),\"right\":\(right),\"wrong\":\(list(wrong)),\"skipped\":\(list(skipped))}"
  }
}

extension ConformanceRun {
  /// The standing for each rung of the ladder that the run has cases of, in ascending order. Empty if the run lacks cases of these rungs.
  public var ladder: [(rung: Int, standing: ConformanceStanding)] {
    guard hasWholeRungs else { return [] }
    return Set(results.compactMap(\.item.rung)).sorted().map { rung in
      (rung, ConformanceStanding(results.filter { $0.item.rung == rung }))
    }
  }

  /// A line for each rung. If the run begins with the first rung, another line shows the highest rung that is reached.
  var ladderText: String {
    let ladder = ladder
    var text = ""
    for (rung, standing) in ladder {
      text +=
        "rung \(rung) is \(standing.isComplete ? "climbed" : "not climbed"): \(standing.sentence(showing: 5))\n"
    }
    guard ladder.first?.rung == 1 else { return text }
    let height = zip(1..., ladder).prefix { $0 == $1.rung && $1.standing.isComplete }.count
    return text
      + (height == 0 ? "No rung of the ladder is climbed yet.\n" : "The ladder is climbed up to rung \(height).\n")
  }
}
