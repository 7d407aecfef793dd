import PredicateSyntax

/// The variables that a recipe of AutoPkg gives values: the members of its `Input`. An override may give them other values.
struct RecipeInputs {
  private var texts: [String: MappedText] = [:]

  /// The most variables whose values are variables.
  private static let depthLimit = 8

  init(_ document: DocumentNode) {
    guard case .table(let members) = document,
      case .table(let inputs)? = members.first(where: { $0.key == "Input" })?.value
    else { return }
    for input in inputs { texts[input.key] = input.value.text }
  }

  /// The predicate of a text. A text that is one variable, `%PREDICATE%`, stands for the variable's value, and has the place of that value. If the recipe
  /// does not show the value, the predicate is made at run time.
  ///
  /// ```yaml
  /// Input: {STOP: pkg_uploaded == False}
  /// Process: [{Processor: StopProcessingIf, Arguments: {predicate: "%STOP%"}}]
  /// ```
  func predicate(_ text: MappedText, path: String?) -> FoundPredicate {
    var text = text
    var isUnknown = false
    for _ in 0..<Self.depthLimit {
      guard let name = Self.variable(text.text) else { break }
      isUnknown = texts[name].map(\.isBlank) ?? true
      if isUnknown { break }
      text = texts[name] ?? text
    }
    var found = FoundPredicate(text, path: path, isMadeAtRunTime: isUnknown || Self.variable(text.text) != nil)
    found.inputs = texts.mapValues(\.text)
    return found
  }

  /// `NAME` of a text that is `%NAME%` and nothing else.
  private static func variable(_ text: String) -> String? {
    let name = text.split(whereSeparator: \.isWhitespace).joined()
    guard name.count > 2, name.hasPrefix("%"), name.hasSuffix("%"),
      name.dropFirst().dropLast().utf8.allSatisfy(ByteClass.isWord)
    else { return nil }
    return String(name.dropFirst().dropLast())
  }
}
