import PredicateSyntax
import PredicateValues

/// Help on functions, out of the one table that calls are bound by.
struct FunctionHelp {
  let style: TextStyle

  /// The function of a name, in any case, with or without its last colon.
  static func definition(named name: String) -> FunctionDefinition? {
    FunctionTable.standard.definition(named: name)
  }

  /// Writes all that is known of a function.
  func write(_ definition: FunctionDefinition, to output: any ShellOutput) {
    let parameters = definition.parameters.map(\.description).joined(separator: ", ")
    let takes = parameters.isEmpty ? "nothing" : parameters
    output.write("\(style.name(definition.name))  \(style.quiet("takes \(takes)"))\n")
    output.write("  \(definition.documentation)\n")
    if definition.isVariadic { output.write("  Two or more values may stand for the collection.\n") }
    if !definition.example.isEmpty { output.write("  \(definition.example)\n") }
    if !definition.isSupported { output.write("  It can be read and printed, not evaluated.\n") }
  }

  /// Writes all functions, a line each.
  func writeAll(to output: any ShellOutput) {
    let all = FunctionTable.standard.all
    let width = all.reduce(0) { max($0, $1.name.utf8.count) }
    for definition in all {
      output.write("  \(style.name(CellText.padded(definition.name, to: width)))  \(definition.documentation)\n")
    }
  }
}
