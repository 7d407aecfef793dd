import Foundation
import PredicateDocuments

@testable import PredicateConformance

/// The expected text of `Grammar/README.md`: the present text with a new matrix of results.
enum MatrixFile {
  /// The profile whose results are shown next to those of this project.
  static let profile = "profiles/gnustep-1.28.json"

  private static let begin = "<!-- matrix: made by a program -->\n"
  private static let end = "<!-- end of matrix -->\n"

  static func text() throws -> String {
    let text = try GrammarFolder.text("README.md")
    guard let start = text.range(of: begin), let stop = text.range(of: end), start.upperBound <= stop.lowerBound else {
      throw ConformanceFormatError("README.md has no place for the matrix")
    }
    return String(text[..<start.upperBound]) + "\n" + (try matrix()) + "\n" + String(text[stop.lowerBound...])
  }

  private static func matrix() throws -> String {
    guard case .object(let profile) = try JSONReader.value(of: GrammarFolder.text(profile)),
      case .string(let name)? = profile["implementation"], case .string(let version)? = profile["version"],
      case .object(let topics)? = profile["topics"], case .object(let all)? = profile["counts"]
    else { throw ConformanceFormatError("\(profile): there are no counts") }
    let run = SuiteRun.run
    let heads = [
      "topic", "results", "OpenPredicate \(ProjectVersion.text)", "\(name) \(version)", "accepts wrongly",
      "rejects wrongly", "other wrong", "crash or timeout", "chose otherwise", "skipped",
    ]
    var text = row(heads) + row(["---"] + heads.dropFirst().map { _ in "---:" })
    for topic in run.topics + ["all"] {
      let ours = run.results.filter { topic == "all" || $0.item.topic == topic }
      var theirs = all
      if topic != "all" { theirs = JSONObject() }
      if case .object(let counts)? = topics[topic] { theirs = counts }
      func count(_ verdicts: ConformanceVerdict...) -> Int {
        verdicts.reduce(0) { sum, verdict in
          if case .integer(let value)? = theirs[verdict.rawValue] { sum + Int(value) } else { sum }
        }
      }
      let counts = [
        ours.count, ours.count { $0.verdict == .pass }, count(.pass), count(.acceptsWrongly), count(.rejectsWrongly),
        count(.fail), count(.crash, .timeout), count(.choice), count(.skipped),
      ]
      text += row([topic] + counts.map { $0 == 0 ? "" : String($0) })
    }
    return text
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
}
