import PredicateSyntax
import PredicateValues

/// Help on functions, out of the one table that calls are bound by.
struct FunctionHelp {
  let style: TextStyle
  /// The columns of the screen.
  let width: Int

  /// The functions of a name, in any case, with or without its last colon, or of the first word of a name: `round` is `round:places:`.
  static func definitions(named name: String) -> [FunctionDefinition] {
    if let definition = FunctionTable.standard.definition(named: name) { return [definition] }
    let beginning = name.lowercased() + ":"
    return FunctionTable.standard.all.filter { $0.isSupported && $0.name.lowercased().hasPrefix(beginning) }
  }

  /// Writes all that is known of a function.
  func write(_ definition: FunctionDefinition, to output: any ShellOutput) {
    let parameters = definition.parameters.map(\.description).joined(separator: ", ")
    let takes = parameters.isEmpty ? "nothing" : parameters
    output.write("\(style.name(definition.name))  \(style.quiet("takes \(takes)"))\n")
    output.write(WrappedText.paragraphs(definition.documentation, width: width))
    if definition.isVariadic { output.write("  Two or more values may stand for the collection.\n") }
    output.write(WrappedText.paragraphs(definition.example, width: width))
    if !definition.isSupported { output.write("  It can be read and printed, not evaluated.\n") }
  }

  /// Writes all functions, a line each.
  func writeAll(to output: any ShellOutput) {
    for definition in FunctionTable.standard.all {
      output.write(
        WrappedText.entry(definition.name, definition.documentation, column: 28, width: width, style: style.name))
    }
  }
}
