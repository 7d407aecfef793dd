import Foundation
import PredicateOutput
import PredicateRecords
import PredicateReference
import PredicateSyntax

/// Writes an explanation of each record for `predicate filter --why`. The format is text, or JSON if the settings select it.
final class RecordExplanations {
  private struct Line: Encodable {
    let file: String
    let line: Int
    let explanation: Explanation
  }

  private var counts: Explanation.Counts
  private let settings: FilterSettings
  private let text: ExplanationText
  private let output: any ByteOutput
  private var isFirst = true
  private let encoder = JSONEncoder()

  init(_ predicate: QueryPredicate, _ program: FilterProgram, _ output: any ByteOutput) {
    counts = Explanation.Counts(predicate)
    settings = program.settings
    text = ExplanationText(style: program.colorsOutput ? TextStyle(isColored: true) : .plain)
    self.output = output
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func add(_ explanation: Explanation, of file: String, line: Int) {
    if settings.isCounting { return counts.add(explanation) }
    switch settings.outputFormat {
    case .json:
      output.write(text: (isFirst ? "[" : ",\n") + json(Line(file: file, line: line, explanation: explanation)))
    case .ndjson:
      output.write(text: json(Line(file: file, line: line, explanation: explanation)) + "\n")
    case .csv, .tsv, nil:
      let page = TextOutput()
      if !isFirst { page.write("\n") }
      page.write("\(CellText.escaped(file)):\(line)\n")
      text.write(explanation, to: page)
      output.write(text: page.text)
    }
    isFirst = false
  }

  /// Writes the counts, or the end of the JSON array.
  func finish() {
    if settings.isCounting {
      let page = TextOutput()
      if settings.outputFormat == nil { text.write(counts, to: page) } else { page.write(json(counts) + "\n") }
      output.write(text: page.text)
    } else if settings.outputFormat == .json {
      output.write(text: isFirst ? "[]\n" : "]\n")
    }
  }

  private func json(_ value: some Encodable) -> String {
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      // If a value cannot be written as a constant of the language, the JSON contains the issue instead.
      return json(["error": "\(error)"])
    }
  }
}
