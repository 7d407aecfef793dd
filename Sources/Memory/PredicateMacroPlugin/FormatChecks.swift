#if Macros
  import PredicateSyntax
  import struct PredicateSyntax.SourceRange
  import SwiftSyntax

  /// Writes statements. With them the compiler checks each name and each comparison of a predicate. They consist of key paths and of calls of
  /// `QueryCheck`.
  struct FormatChecks: PredicateVisitor {
    /// The type of the elements.
    let type: String
    /// The functions that may be called: those of the language, and those that the application lists.
    let functions: [StandardFunction]
    private(set) var statements: CheckStatements
    /// The constants for elements of collections, by the names of their SUBQUERY variables.
    private(set) var variables: [String: String] = [:]
    private(set) var readInterpolations: Set<Int> = []

    /// The interpolations that are inside quotes, where they would become a part of a text.
    var interpolationsInQuotes: [Syntax] {
      statements.literal.interpolations.filter { !readInterpolations.contains($0.offset) }.map(\.segment)
    }

    /// The facts about a value that are known: a constant of type `QueryCheck`, or a family.
    fileprivate enum Known {
      case check(String)
      case family(String)

      static let number = family("QueryFamily.Number.self")
      static let text = family("QueryFamily.Text.self")
    }

    // MARK: Conditions

    mutating func visit(_ predicate: QueryPredicate) -> Bool {
      guard case .comparison(let comparison) = predicate.node else { return true }
      check(comparison)
      return false
    }

    private mutating func check(_ comparison: QueryComparison) {
      let place = comparison.right.range
      var left = known(comparison.left)
      if comparison.quantifier != .direct { left = elements(of: left, at: comparison.left.range) }
      switch comparison.operator {
      case .in, .between:
        if case .aggregate(let list) = comparison.right.node {
          for element in list { compare(left, known(element), at: element.range) }
        } else {
          compare(left, elements(of: known(comparison.right)), at: place)
        }
      case .contains: compare(elements(of: left, at: comparison.left.range), known(comparison.right), at: place)
      case .beginsWith, .endsWith, .like, .matches:
        compare(.text, left, at: comparison.left.range)
        compare(.text, known(comparison.right), at: place)
        if comparison.operator == .matches, case .literal(.string(let pattern)) = comparison.right.node,
          let mistake = PatternMistake.message(of: pattern)
        {
          statements.fail(mistake, at: place)
        }
      case .selector: _ = known(comparison.right)
      default:
        let right = known(comparison.right)
        compare(left, right, at: place)
        checkSingle(left, right, at: comparison.left.range)
        checkSingle(right, left, at: place)
      }
    }

    /// Adds a statement that the compiler rejects if a collection is compared with a constant, which is one value.
    private mutating func checkSingle(_ known: Known?, _ constant: Known?, at range: SourceRange) {
      guard case .check(let name)? = known, case .family? = constant else { return }
      let whole = statements.constant("\(name).value().whole()")
      statements.add(whole, ".single()", at: range)
    }

    /// Adds a statement that the compiler rejects if the values have different families, such as a number and a text.
    private mutating func compare(_ left: Known?, _ right: Known?, at range: SourceRange) {
      guard let first = family(left), let second = family(right) else { return }
      statements.add("", "QueryFamily.compare(\(first), \(second))", at: range)
    }

    private mutating func family(_ known: Known?) -> String? {
      switch known {
      case .check(let name)?: statements.constant("\(name).value().family()")
      case .family(let family)?: family
      case nil: nil
      }
    }

    private mutating func elements(of known: Known?, at range: SourceRange? = nil) -> Known? {
      guard case .check(let name)? = known else { return nil }
      let parts = statements.constant("\(name).value().parts()")
      return .check(statements.constant(".elements()", at: range, behind: parts))
    }

    // MARK: Values

    mutating func visit(_ expression: QueryExpression) -> Bool {
      switch expression.node {
      case .keyPath, .path, .index, .subquery, .placeholder:
        _ = known(expression)
        return false
      case .call(let name, let arguments): checkCall(name, arguments.count, at: expression.range)
      case .function(_, let selector, let arguments):
        if case .literal(.string(let name)) = selector.node { checkCall(name, arguments.count + 1, at: selector.range) }
      default: break
      }
      return true
    }

    /// Checks the names in a value, and returns the facts about it.
    private mutating func known(_ expression: QueryExpression) -> Known? {
      switch expression.node {
      case .literal(let literal): return .of(literal)
      case .evaluatedObject: return .check(statements.constant("QueryCheck<\(type), QueryOne>()"))
      case .variable(let name): return variables[name].map { .check($0) }
      case .placeholder(let placeholder): return argument(placeholder, expression.range)
      case .keyPath(let path): return steps(from: known(.evaluatedObject()), path, expression.range)
      case .path(let base, let path): return steps(from: known(base), path, expression.range)
      case .index(let base, let index):
        if case .expression(let value) = index { value.walk(&self) }
        let whole = known(base)
        if case .size = index { return .number }
        return elements(of: whole)
      case .subquery(let collection, let variable, let predicate):
        let elements = known(collection)
        let outer = variables
        variables[variable] = nil
        if case .check(let name)? = self.elements(of: elements) { variables[variable] = name }
        predicate.walk(&self)
        variables = outer
        return elements
      default:
        expression.walk(&self)
        return nil
      }
    }

    /// Reports a call of an unknown function, or with a wrong number of arguments.
    private mutating func checkCall(_ name: String, _ count: Int, at range: SourceRange) {
      guard let message = StandardFunction.issue(name, count, among: functions) else { return }
      statements.fail(message, at: range)
    }

    /// The facts about an interpolation. A specifier in the literal's text (`%@`) has no argument and is an error.
    private mutating func argument(_ placeholder: QueryPlaceholder, _ range: SourceRange) -> Known? {
      let offset = Int(range.lowerBound)
      guard let found = statements.literal.interpolations.first(where: { $0.offset == offset }) else {
        statements.fail(
          "%\(placeholder.conversion) has no argument, because an interpolation is used without a placeholder",
          at: range)
        return nil
      }
      readInterpolations.insert(offset)
      return .check(statements.constant("QueryCheck(of: \(found.expression.trimmedDescription))"))
    }

    /// The facts about the value of a path from a value.
    private mutating func steps(from start: Known?, _ path: QueryKeyPath, _ whole: SourceRange) -> Known? {
      guard case .check(var current)? = start else { return nil }
      var isFolded = false
      for (component, range) in zip(path.components, path.ranges(in: whole)) {
        switch component {
        case .key("self") where isFolded: break
        case .key(let name):
          let object = statements.constant("\(current).value().each().value().object()")
          let step = name == "self" ? name : "`\(name)`"
          current = statements.constant("\\.\(step))", at: range, behind: "\(object).key(")
        case .collectionOperator(let name) where !StandardFunction.collectionOperators.contains(name):
          statements.fail(
            "there is no collection operator “@\(name)”: the operators are "
              + StandardFunction.collectionOperators.map { "@" + $0 }.joined(separator: ", "), at: range)
          return nil
        case .collectionOperator("count"): return .number
        case .collectionOperator: isFolded = true
        case .variable, .call: return nil
        case .placeholder(let placeholder):
          statements.fail(
            "%\(placeholder.conversion) has no argument. Write names in the text of the predicate", at: range)
          return nil
        }
      }
      return isFolded ? nil : .check(current)
    }
  }

  extension FormatChecks.Known {
    /// The family of a constant. A text that begins with a digit may be read as a date, so its family is not known.
    fileprivate static func of(_ literal: QueryLiteral) -> FormatChecks.Known? {
      switch literal {
      case .null, .decimal, .object: nil
      case .boolean, .integer, .double: .number
      case .string(let text): text.utf8.first.map { (0x30...0x39).contains($0) } == true ? nil : .text
      case .date: .family("QueryFamily.Date.self")
      case .data: .family("QueryFamily.Data.self")
      case .uuid: .family("QueryFamily.UUID.self")
      case .url: .family("QueryFamily.URL.self")
      }
    }
  }
#endif
