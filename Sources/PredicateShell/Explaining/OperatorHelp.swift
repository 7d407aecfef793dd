import PredicateSyntax

/// Help on operators, out of the one table that the parser reads.
struct OperatorHelp {
  let style: TextStyle

  /// The rows for a spelling, in any case; empty where it is no operator.
  static func entries(spelled spelling: String) -> [OperatorEntry] {
    let wanted = spelling.uppercased()
    return OperatorTable.entries.filter { $0.spellings.contains { $0.uppercased().hasSameScalars(as: wanted) } }
  }

  /// Writes all that is known of an operator.
  func write(_ entry: OperatorEntry, to output: any ShellOutput) {
    let also = entry.alternatives.isEmpty ? "" : style.quiet("  also \(entry.alternatives.joined(separator: " "))")
    output.write("\(style.name(entry.spelling))\(also)\n  \(entry.summary.capitalizedFirst).\n")
    for line in WrappedText.lines(of: entry.rule, width: 78) { output.write("  \(line)\n") }
    if !entry.example.isEmpty { output.write("  \(style.quiet(entry.example))\n") }
    if !entry.options.isEmpty {
      output.write("  Options in brackets behind it:\n")
      for (option, meaning) in Self.options where entry.options.contains(option) {
        output.write("    \(option.letters)  \(meaning)\n")
      }
    }
  }

  /// Writes all operators, a line each, loosest first.
  func writeAll(to output: any ShellOutput) {
    let spellings = OperatorTable.entries.map { $0.spellings.joined(separator: " ") }
    let width = spellings.reduce(0) { max($0, $1.utf8.count) }
    for (entry, spelling) in zip(OperatorTable.entries, spellings) {
      output.write("  \(style.name(CellText.padded(spelling, to: width)))  \(entry.summary)\n")
    }
  }

  private static let options: [(StringOptions, String)] = [
    (.caseInsensitive, "upper and lower case are alike"),
    (.diacriticInsensitive, "accents do not count"),
    (.normalized, "the texts are normalised already"),
    (.localeSensitive, "by the root collation"),
  ]
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
