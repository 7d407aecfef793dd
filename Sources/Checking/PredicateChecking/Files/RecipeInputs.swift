import PredicateDocuments
import PredicateSyntax

/// The values that an AutoPkg recipe gives its variables: the members of its `Input` and of its ancestors' `Input`. An override may give other
/// values.
struct RecipeInputs {
  private var texts: [String: MappedText] = [:]
  private var parent: String?
  private let surroundings: Surroundings?

  /// The greatest number of variables that refer to one another in a chain.
  private static let depthLimit = 8

  init(_ document: DocumentNode, _ surroundings: Surroundings?) {
    self.surroundings = surroundings
    guard case .table(let members) = document else { return }
    parent = members.first { $0.key == "ParentRecipe" }?.value.text?.text
    guard case .table(let inputs)? = members.first(where: { $0.key == "Input" })?.value else { return }
    for input in inputs { texts[input.key] = input.value.text }
  }

  /// The predicate of a text. If the whole text is one variable, `%PREDICATE%`, the predicate is the variable's value, at the position of that value.
  /// If the recipe does not show the value, the predicate is reported as made at run time.
  ///
  /// ```yaml
  /// Input: {STOP: pkg_uploaded == False}
  /// Process: [{Processor: StopProcessingIf, Arguments: {predicate: "%STOP%"}}]
  /// ```
  func predicate(_ text: MappedText, path: String?) -> FoundPredicate {
    let place = text.place(of: 0..<text.text.utf8.count)
    var texts = texts
    // A value from another recipe gets the position of the variable in this file.
    if let parent, let files = surroundings?.files, text.text.contains("%") {
      for (name, value) in files.inputs(ofRecipe: parent) where texts[name] == nil {
        var inherited = MappedText()
        inherited.append(value, from: place)
        texts[name] = inherited
      }
    }
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

  /// Returns `NAME` if the whole text is `%NAME%`; otherwise nil.
  private static func variable(_ text: String) -> String? {
    let name = text.split(whereSeparator: \.isWhitespace).joined()
    guard name.count > 2, name.hasPrefix("%"), name.hasSuffix("%"),
      name.dropFirst().dropLast().utf8.allSatisfy(ByteClass.isWord)
    else { return nil }
    return String(name.dropFirst().dropLast())
  }
}
