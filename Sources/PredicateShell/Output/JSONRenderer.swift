import PredicateModel
import PredicateValues

/// An object for each row: in one array, or one a line.
struct JSONRenderer: ResultRenderer {
  /// Whether each object stands for itself on its line.
  let isLines: Bool

  /// Writes all columns. Of two columns of one name the second is called `name_2`, so that no value is lost.
  func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String] {
    let source = table.source
    let names = Self.distinct(source.columns)
    if !isLines { output.write("[") }
    for row in source.rows.indices {
      let members = names.enumerated().map { position, name -> JSONObject.Member in
        (name, DataText.json(of: source.value(row: row, column: position)))
      }
      let text = JSONWriter.text(of: .object(JSONObject(members)))
      output.write(isLines ? text + "\n" : (row == 0 ? "\n  " : ",\n  ") + text)
    }
    if !isLines { output.write(source.rows.isEmpty ? "]\n" : "\n]\n") }
    return []
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
