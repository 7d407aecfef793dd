extension FunctionTable {
  /// The functions of strings.
  static let strings: [FunctionDefinition] = [
    text("uppercase:", "A string in upper case.", "uppercase('aß') ⇒ 'ASS'") { $0.uppercased() },
    text("lowercase:", "A string in lower case.", "lowercase('ABC') ⇒ 'abc'") { $0.lowercased() },
    text(
      "canonical:", "A string as the options [cd] see it: without case and marks.", "canonical('Café') ⇒ 'cafe'"
    ) { canonical.fold($0) },
    text("length:", .integer, "The length of a string in UTF-16 units.", "length('abc') ⇒ 3") {
      .integer(Int64(StringSearch.length($0)))
    }.inColumns(.length),
    FunctionDefinition(
      "groupConcat:separator:", [.collection, .string], result: .string,
      documentation: "The strings of a collection in a row, with a separator between them; nils are left out.",
      example: "groupConcat:separator:({'a', 'b'}, '-') ⇒ 'a-b'"
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let separator) = arguments[1] else { return .null }
      var parts: [String] = []
      for element in elements(arguments[0]) where !element.isNull {
        guard case .string(let part) = element else {
          throw .functionArgument("groupConcat:separator:", expected: "strings", found: element.typeDescription)
        }
        parts.append(part)
      }
      return .string(parts.joined(separator: separator))
    }.partial(),
    .unsupported("tokenize:using:", [.string, .string], "The words of a string."),
  ]

  /// The properties that a key path may ask of a string, as functions: `FUNCTION(name, "lowercaseString")`.
  static let stringProperties: [FunctionDefinition] = StringProperty.allCases
    .filter { $0 != .length }
    .map { property in
      text(property.rawValue, property.type, property.documentation, property.example) { property.value(of: $0) }
    }

  private static let canonical = StringFolding([.caseInsensitive, .diacriticInsensitive])

  /// A function that makes a string of a string.
  private static func text(
    _ name: String, _ documentation: String, _ example: String, _ map: @escaping @Sendable (String) -> String
  ) -> FunctionDefinition {
    text(name, .string, documentation, example) { .string(map($0)) }.inColumns(.text(map))
  }

  private static func text(
    _ name: String, _ result: QueryType, _ documentation: String, _ example: String,
    _ compute: @escaping @Sendable (String) -> QueryValue
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, [.string], result: result, documentation: documentation, example: example
    ) { arguments, _ throws(PredicateIssue) in
      guard case .string(let text) = arguments[0] else { return .null }
      return compute(text)
    }
  }
}
