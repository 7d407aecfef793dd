import PredicateDocuments
import PredicateModel
import PredicateValues

/// Writes each row as a JSON object: as elements of one array, or one object per line.
struct JSONRenderer: ResultRenderer {
  /// Whether each object is a separate line instead of an element of an array.
  let isLines: Bool

  /// Writes all columns. If two columns have the same name, the second one is called `name_2`, so that no value is lost.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    JSONRowWriter(first.source.columns, isLines: isLines, output)
  }
}

private final class JSONRowWriter: RowWriter {
  private let names: [String]
  private let isLines: Bool
  private let output: any ShellOutput
  private var isEmpty = true

  init(_ columns: [String], isLines: Bool, _ output: any ShellOutput) {
    names = Self.distinct(columns)
    self.isLines = isLines
    self.output = output
    if !isLines { output.write("[") }
  }

  func write(_ rows: ShownTable) {
    let source = rows.source
    for row in source.rows.indices {
      let members = names.enumerated().map { position, name -> JSONObject.Member in
        (name, DataText.json(of: source.value(row: row, column: position)))
      }
      let text = JSONWriter.text(of: .object(JSONObject(members)))
      output.write(isLines ? text + "\n" : (isEmpty ? "\n  " : ",\n  ") + text)
      isEmpty = false
    }
  }

  func finish() {
    if !isLines { output.write(isEmpty ? "]\n" : "\n]\n") }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: [[UInt8]: Int] = [:]
    return names.map { name in
      let count = (seen[Array(name.utf8)] ?? 0) + 1
      seen[Array(name.utf8)] = count
      return count == 1 ? name : "\(name)_\(count)"
    }
  }
}
