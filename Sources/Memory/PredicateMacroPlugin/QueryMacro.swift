#if Macros
  import PredicateSyntax
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Expands `#query<Movie>("year > \(minimum)")` to the predicate, and to a closure with statements that the compiler checks. The closure never
  /// runs.
  /// Each statement has the place in the literal that it checks, so that the compiler's errors appear there.
  struct QueryMacro: ExpressionMacro {
    /// The positions of blanks in the expansion matter, so it must not be formatted.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
      guard let type = node.genericArgumentClause?.arguments.first?.argument else {
        context.report("#query needs the type of the elements: #query<Movie>(…)", at: node)
        return "CheckedQuery<Never>(checked: \"\") {}"
      }
      let query = "CheckedQuery<\(type.trimmedDescription)>"
      let nothing: ExprSyntax = "\(raw: query)(checked: \"\") {}"
      guard let argument = node.arguments.first?.expression,
        let source = argument.as(StringLiteralExprSyntax.self)
      else {
        context.report("#query takes a string literal", at: node)
        return nothing
      }
      let literal = FormatLiteral(source, in: context)
      for segment in literal.labelled {
        context.report(
          "only values can be interpolated, because the compiler must check the whole predicate", at: segment)
      }
      let result = PredicateParser.predicate(literal.text)
      var statements = CheckStatements(literal: literal)
      guard let tree = result.tree else {
        for issue in result.errors { statements.fail(issue.description, at: issue.range) }
        return "\(raw: query)(checked: \"\") {\n\(raw: statements.text)}"
      }
      var checks = FormatChecks(
        type: type.trimmedDescription, functions: StandardFunction.all + functions(of: node, in: context),
        statements: statements)
      tree.walk(&checks)
      for segment in checks.interpolationsInQuotes {
        context.report("leave out the quotes, because an interpolation inside quotes is only text", at: segment)
      }
      return "\(raw: query)(checked: \(source.trimmed)) {\n\(raw: checks.statements.text)}"
    }

    /// The names of the application's functions, which must be string literals.
    private static func functions(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> [StandardFunction] {
      guard let argument = node.arguments.first(where: { $0.label?.text == "functions" })?.expression else { return [] }
      let elements = argument.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [argument]
      return elements.compactMap { element in
        if let name = element.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
          return StandardFunction(name)
        }
        context.report("the names of functions must be an array of string literals in #query", at: element)
        return nil
      }
    }
  }
#endif
