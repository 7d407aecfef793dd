import PredicateDocuments
import PredicateOutput

/// The formats of a report about a run: a matrix of topics and verdicts, and the wrong results.
public enum ConformanceReport: String, Sendable, CaseIterable {
  /// Markdown for people, as the command prints it.
  case markdown = "md"
  /// JSON for programs, as in the files of `Grammar/profiles`.
  case json
  /// HTML for browsers, as a single file.
  case html

  /// The format for a file name's ending; nil for another ending.
  public init?(file: String) {
    guard let dot = file.lastIndex(of: ".") else { return nil }
    self.init(rawValue: file[file.index(after: dot)...].lowercased())
  }

  /// The report as text in this format.
  public func text(of run: ConformanceRun) -> String {
    switch self {
    case .markdown: Self.markdown(run)
    case .json: Self.profile(run)
    case .html: Self.page(run)
    }
  }

  /// The verdicts in the order of the matrix's columns.
  static let verdicts = ConformanceVerdict.allCases

  /// The title above the matrix.
  static func title(_ run: ConformanceRun) -> String {
    "\(run.implementation) \(run.version)" + (run.suite.map { ", suite \($0)" } ?? "")
  }

  /// A one-line summary of the run.
  static func summary(_ run: ConformanceRun) -> String {
    let skipped = run.count(.skipped)
    return ConformanceStanding(run.results).sentence(showing: 0) + "."
      + (skipped == 0
        ? "" : " \(skipped) results, required or not, were skipped, because they need something that is not offered.")
  }

  /// The rows of the matrix: a topic, and the number of results per verdict.
  static func matrix(_ run: ConformanceRun) -> [(name: String, counts: [Int])] {
    let rows = run.topics.map { topic in
      (name: topic, counts: verdicts.map { verdict in run.count(verdict) { $0.item.topic == topic } })
    }
    return rows + [(name: "all", counts: verdicts.map { run.count($0) })]
  }

  /// The wrong results, in the order of the suite.
  static func wrong(_ run: ConformanceRun) -> [ConformanceResult] { run.results.filter(\.verdict.isWrong) }

  /// The answer in a result, as JSON on one line.
  static func answer(_ result: ConformanceResult) -> String {
    result.answer.map { JSONWriter.text(of: .object($0)) } ?? "no answer"
  }
}

extension ConformanceReport {
  private static func markdown(_ run: ConformanceRun) -> String {
    var text = "# \(title(run))\n\n\(summary(run))\n\n"
    let rungs = run.ladderText
    if !rungs.isEmpty { text += rungs.split(separator: "\n").map { "- \($0)\n" }.joined() + "\n" }
    text += row("topic", verdicts.map(\.rawValue)) + row("---", verdicts.map { _ in "---:" })
    for (name, counts) in matrix(run) { text += row(name, counts.map { $0 == 0 ? "" : String($0) }) }
    let wrong = wrong(run)
    if !wrong.isEmpty { text += "\n## What went wrong\n\n" }
    for result in wrong {
      text += "- `\(result.name)` (\(result.item.level.rawValue)) \(result.verdict.rawValue): "
      text += "\(code(shortened(result.item.text))) gave \(code(shortened(answer(result))))\n"
    }
    return text
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    "| " + ([name] + cells).joined(separator: " | ") + " |\n"
  }

  /// A Markdown code span for a text that may contain backticks.
  private static func code(_ text: String) -> String {
    let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    return line.contains("`") ? "``` \(line) ```" : "`\(line)`"
  }

  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 200 ? text : String(text.unicodeScalars.prefix(200)) + "…"
  }
}

extension ConformanceReport {
  /// The JSON report. It has one line per case, so that two reports can be compared line by line.
  private static func profile(_ run: ConformanceRun) -> String {
    func text(_ value: JSONValue) -> String { JSONWriter.text(of: value) }
    func counts(_ counts: [Int]) -> JSONValue {
      .object(JSONObject(zip(verdicts, counts).filter { $1 > 0 }.map { ($0.rawValue, .integer(Int64($1))) }))
    }
    func members(_ lines: [(String, JSONValue)]) -> String {
      let list = lines.map { "    \(text(.string($0))): \(text($1))" }.joined(separator: ",\n")
      return list.isEmpty ? "{}" : "{\n\(list)\n  }"
    }
    let rows = matrix(run)
    var parts = [
      "\"implementation\": " + text(.string(run.implementation)), "\"version\": " + text(.string(run.version)),
    ]
    if let suite = run.suite { parts.append("\"suite\": " + text(.string(suite))) }
    parts.append("\"counts\": " + text(counts(rows.last?.counts ?? [])))
    parts.append("\"topics\": " + members(rows.dropLast().map { ($0.name, counts($0.counts)) }))
    parts.append("\"required\": " + ConformanceStanding(run.results).json())
    let rungs = run.ladder.map { "    " + $0.standing.json(rung: $0.rung) }
    if !rungs.isEmpty { parts.append("\"ladder\": [\n" + rungs.joined(separator: ",\n") + "\n  ]") }
    parts.append("\"cases\": " + members(run.results.map { ($0.name, .string($0.verdict.rawValue)) }))
    let answers = run.results.filter { $0.verdict != .pass && $0.verdict != .skipped && $0.answer != nil }
    parts.append("\"answers\": " + members(answers.map { ($0.name, .object($0.answer ?? JSONObject())) }))
    return "{\n  " + parts.joined(separator: ",\n  ") + "\n}\n"
  }
}

extension ConformanceReport {
  private static func page(_ run: ConformanceRun) -> String {
    var text = "<!doctype html>\n<meta charset=\"utf-8\">\n<title>\(HTMLText.escaped(title(run)))</title>\n"
    text += "<style>body{font:14px sans-serif;margin:2em}td,th{padding:2px 8px;text-align:right}"
    text += "td:first-child,th:first-child,.l td{text-align:left}tr:nth-child(even){background:#f3f3f3}</style>\n"
    text += "<h1>\(HTMLText.escaped(title(run)))</h1>\n<p>\(HTMLText.escaped(summary(run)))</p>\n<table>\n"
    text += "<tr><th>topic</th>" + verdicts.map { "<th>\($0.rawValue)</th>" }.joined() + "</tr>\n"
    for (name, counts) in matrix(run) {
      let cells = counts.map { "<td>\($0 == 0 ? "" : String($0))</td>" }.joined()
      text += "<tr><td>\(HTMLText.escaped(name))</td>\(cells)</tr>\n"
    }
    text += "</table>\n"
    let wrong = wrong(run)
    if wrong.isEmpty { return text }
    text += "<h2>What went wrong</h2>\n<table class=\"l\">\n"
    for result in wrong {
      let cells = [
        result.name, result.item.level.rawValue, result.verdict.rawValue, shortened(result.item.text),
        shortened(answer(result)), result.item.source,
      ]
      text += "<tr>" + cells.map { "<td>\(HTMLText.escaped($0))</td>" }.joined() + "</tr>\n"
    }
    return text + "</table>\n"
  }
}
