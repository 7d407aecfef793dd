import Foundation
import PredicateOutput
import PredicateRecords
import PredicateReference
import PredicateSyntax

/// Writes what `predicate filter --why` tells of each record: as text, or as JSON where the settings ask for it.
final class RecordExplanations {
  /// What is written of a record in JSON.
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

  /// Takes the explanation of a record.
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

  /// Writes the numbers, or what closes the array.
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
      // A value that no constant of the language says: the issue stands in its place.
      return json(["error": "\(error)"])
    }
  }
}
