import PredicateSessions
import PredicateModel
import PredicateStatements
import PredicateValues

/// Help on operators, from the table that the parser uses.
extension HelpWriter {
  /// The operators that are spelled `spelling`, in upper or lower case; empty for any other word.
  static func operators(spelled spelling: String) -> [OperatorEntry] {
    let wanted = spelling.uppercased()
    return OperatorTable.entries.filter { $0.spellings.contains { $0.uppercased().hasSameScalars(as: wanted) } }
  }

  /// Writes the spellings, the summary, the rule and the examples of an operator.
  func write(_ entry: OperatorEntry) {
    let also = entry.alternatives.isEmpty ? "" : style.quiet("  also \(entry.alternatives.joined(separator: " "))")
    output.write("\(style.name(entry.spelling))\(also)\n  \(entry.summary.capitalizedFirst).\n")
    output.write(WrappedText.paragraphs(entry.rule, width: width))
    output.write(WrappedText.paragraphs(style.quiet(entry.example), width: width))
    if !entry.options.isEmpty {
      output.write("  Options in brackets after it:\n")
      for (option, meaning) in Self.options where entry.options.contains(option) {
        output.write("    \(option.letters)  \(meaning)\n")
      }
    }
  }

  private static let options: [(StringOptions, String)] = [
    (.caseInsensitive, "ignores upper and lower case"),
    (.diacriticInsensitive, "ignores accents"),
    (.normalized, "compares the texts without Unicode normalisation"),
    (.localeSensitive, "compares texts in the alphabetical order of ICU"),
  ]
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Help on functions, from the table by which calls are bound.
extension HelpWriter {
  /// The functions with a name, in upper or lower case, with or without the last colon. The first word of a name is enough: `round` finds `round:places:`.
  static func functions(named name: String) -> [FunctionDefinition] {
    if let definition = FunctionTable.standard.definition(named: name) { return [definition] }
    let beginning = name.lowercased() + ":"
    return FunctionTable.standard.all.filter { $0.isSupported && $0.name.lowercased().hasPrefix(beginning) }
  }

  /// Writes the parameters and the meaning of a function.
  func write(_ definition: FunctionDefinition) {
    let parameters = definition.parameters.map(\.description).joined(separator: ", ")
    let takes = parameters.isEmpty ? "nothing" : parameters
    output.write("\(style.name(definition.name))  \(style.quiet("takes \(takes)"))\n")
    output.write(WrappedText.paragraphs(definition.documentation, width: width))
    if definition.isVariadic { output.write("  In place of a collection, two or more values are possible.\n") }
    output.write(WrappedText.paragraphs(definition.example, width: width))
    if !definition.isSupported { output.write("  It can be parsed and printed, but not evaluated.\n") }
  }
}

/// Help on entities and properties, from the model.
extension HelpWriter {
  /// Writes a description of an entity, or of a path from the current entity. Returns false for any other topic.
  func writeProperty(_ topic: String) -> Bool {
    if let entity = model.entity(spelled: topic) {
      SchemaText(model: model, style: style).write(entity, to: output)
      return true
    }
    if let entity = currentEntity.flatMap({ model.entity(named: $0) }), let place = place(of: topic, from: entity) {
      write(topic, place, of: entity)
      return true
    }
    // `Movie.year` is described whatever the current entity is.
    guard let dot = topic.firstIndex(of: "."), let entity = model.entity(spelled: String(topic[..<dot])) else {
      return false
    }
    let path = String(topic[topic.index(after: dot)...])
    guard let place = place(of: path, from: entity) else { return false }
    write(path, place, of: entity)
    return true
  }

  private func write(_ topic: String, _ place: PathTarget, of entity: Entity) {
    output.write("\(style.name(CellText.escaped(topic)))  \(place.summary)\n")
    let condition = ConditionCandidates(model: model, root: .object(entity), variables: []) { _, _ in [] }
    let spellings = condition.candidates(for: .operation(place, isQuantified: false), typed: "").map(\.text)
    if !spellings.isEmpty { output.write("  is compared by \(spellings.joined(separator: " "))\n") }
    switch place {
    case .object(let entity):
      output.write("  and leads on: \(entity.memberNames.map { "\(topic).\($0)" }.joined(separator: ", "))\n")
    case .objects(let entity):
      output.write("  ANY \(topic).\(entity.memberNames.first ?? "…") == …, \(topic).@count > 0\n")
    default: break
    }
  }

  private func place(of path: String, from entity: Entity) -> PathTarget? {
    var place = PathTarget.object(entity)
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      place = place.step(to: String(name), in: model)
      if case .unknown = place { return nil }
    }
    return place
  }
}
