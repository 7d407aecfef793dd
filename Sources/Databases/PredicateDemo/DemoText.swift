/// Reads the demo's lists, which are texts with one row per line and bars between the fields.
enum DemoText {
  /// The fields of each line. Empty lines do not count as rows.
  ///
  /// - Throws: ``DemoDataIssue`` `fieldCount`.
  static func rows(of text: String, fields: Int) throws(DemoDataIssue) -> [Row] {
    var rows: [Row] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty
    {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == fields else {
        throw .fieldCount(line: index + 1, expected: fields, found: parts.count)
      }
      rows.append(Row(line: index + 1, fields: parts))
    }
    return rows
  }

  struct Row {
    /// The number of the line, from 1, for messages.
    let line: Int
    /// The fields. There are as many as the list requires.
    let fields: [String]

    /// A field that must not be empty.
    func text(_ index: Int, _ name: String) throws(DemoDataIssue) -> String {
      guard !fields[index].isEmpty else { throw .field(line: line, name: name, text: "") }
      return fields[index]
    }

    /// A field that is nil when empty.
    func optionalText(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }

    /// A number that is nil when empty.
    func optionalDouble(_ index: Int, _ name: String) throws(DemoDataIssue) -> Double? {
      guard let text = optionalText(index) else { return nil }
      guard let value = Double(text) else { throw .field(line: line, name: name, text: text) }
      return value
    }

    func integer(_ index: Int, _ name: String) throws(DemoDataIssue) -> Int {
      guard let value = Int(fields[index]) else { throw .field(line: line, name: name, text: fields[index]) }
      return value
    }
  }
}

/// A problem with a line of the demo's data. Lines count from 1.
public enum DemoDataIssue: Error, Sendable, Equatable {
  /// A line has more or fewer fields than its list.
  case fieldCount(line: Int, expected: Int, found: Int)
  /// A field is empty although it must not be, or is not a number or date.
  case field(line: Int, name: String, text: String)
  /// A film's genre is not in the list of genres.
  case genre(line: Int, text: String)
  /// A film's tag is not in the list of tags.
  case tag(line: Int, text: String)
}
