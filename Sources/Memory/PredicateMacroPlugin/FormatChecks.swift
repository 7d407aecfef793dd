#if Macros
  import PredicateSyntax
  import SwiftSyntax

  /// Writes the statements by which the compiler checks each name and each comparison of a predicate. They consist of key paths and of calls of
  /// `QueryCheck`.
  struct FormatChecks {
    /// The type of the elements.
    let type: String
    let literal: FormatLiteral
    /// The functions that may be called: those of the language, and those that the application lists.
    let functions: [StandardFunction]
    var statements: CheckStatements
    /// The constants for elements of collections, by the names of their SUBQUERY variables.
    private var variables: [String: String] = [:]
    private var readInterpolations: Set<Int> = []

    init(type: String, literal: FormatLiteral, functions: [String], statements: CheckStatements) {
      self.type = type
      self.literal = literal
      self.functions = StandardFunction.all + functions.map(StandardFunction.init(named:))
      self.statements = statements
    }

    /// The interpolations that are inside quotes, where they would become a part of a text.
    var interpolationsInQuotes: [Syntax] {
      literal.interpolations.filter { !readInterpolations.contains($0.offset) }.map(\.segment)
    }

    /// The facts about a value that are known: a constant of type `QueryCheck`, a family, or nothing.
    fileprivate enum Known {
      case check(String)
      case family(String)
      case nothing
    }

    // MARK: Conditions

    mutating func check(_ predicate: QueryPredicate) {
      switch predicate.node {
      case .literal, .overLimit: break
      case .not(let operand): check(operand)
      case .and(let operands), .or(let operands):
        for operand in operands { check(operand) }
      case .comparison(let comparison): check(comparison)
      }
    }

    private mutating func check(_ comparison: QueryComparison) {
      var left = known(comparison.left)
      if comparison.quantifier != .direct { left = elements(of: left, at: comparison.left) }
      switch comparison.operator {
      case .in, .between:
        if case .aggregate(let list) = comparison.right.node {
          for element in list { compare(left, known(element), at: element) }
        } else {
          compare(left, elements(of: known(comparison.right)), at: comparison.right)
        }
      case .contains: compare(elements(of: left, at: comparison.left), known(comparison.right), at: comparison.right)
      case .beginsWith, .endsWith, .like, .matches:
        compare(.family("QueryFamily.text"), left, at: comparison.left)
        compare(.family("QueryFamily.text"), known(comparison.right), at: comparison.right)
        if comparison.operator == .matches, case .literal(.string(let pattern)) = comparison.right.node,
          let mistake = PatternMistake.message(of: pattern)
        {
          statements.fail(mistake, at: Int(comparison.right.range.lowerBound))
        }
      case .selector: _ = known(comparison.right)
      default:
        let right = known(comparison.right)
        compare(left, right, at: comparison.right)
        checkSingle(left, right, at: comparison.left)
        checkSingle(right, left, at: comparison.right)
      }
    }

    /// Adds a statement that the compiler rejects if a collection is compared with a constant, which is one value.
    private mutating func checkSingle(_ known: Known, _ constant: Known, at place: QueryExpression) {
      guard case .check(let name) = known, case .family = constant else { return }
      let whole = statements.constant("\(name).value().whole()")
      statements.add(whole, ".single()", at: Int(place.range.lowerBound))
    }

    /// Adds a statement that the compiler rejects if the values have different families, such as a number and a text.
    private mutating func compare(_ left: Known, _ right: Known, at place: QueryExpression) {
      guard let first = family(left), let second = family(right) else { return }
      statements.add(
        "", "QueryFamily.compare(\(first), \(second))", at: Int(place.range.lowerBound))
    }

    private mutating func family(_ known: Known) -> String? {
      switch known {
      case .check(let name): statements.constant("\(name).value().family()")
      case .family(let family): family
      case .nothing: nil
      }
    }

    private mutating func elements(of known: Known, at place: QueryExpression? = nil) -> Known {
      guard case .check(let name) = known else { return .nothing }
      let parts = statements.constant("\(name).value().parts()")
      return .check(
        statements.constant(".elements()", at: place.map { Int($0.range.lowerBound) }, behind: parts))
    }

    // MARK: Values

    /// Checks the names in a value, and returns the facts about it.
    private mutating func known(_ expression: QueryExpression) -> Known {
      switch expression.node {
      case .literal(let literal): return .of(literal)
      case .evaluatedObject: return .check(statements.constant("QueryCheck<\(type), QueryOne>()"))
      case .variable(let name): return variables[name].map { .check($0) } ?? .nothing
      case .placeholder(let placeholder): return argument(placeholder, expression)
      case .keyPath(let path):
        return steps(from: nil, Array(zip(path.components, path.ranges(in: expression.range))))
      case .path(let base, let path):
        guard case .check(let name) = known(base) else { return .nothing }
        return steps(from: name, Array(zip(path.components, path.ranges(in: expression.range))))
      case .index(let base, let index):
        if case .expression(let value) = index { _ = known(value) }
        if case .size = index {
          _ = known(base)
          return .family("QueryFamily.number")
        }
        return elements(of: known(base))
      case .subquery(let collection, let variable, let predicate):
        let elements = known(collection)
        let outer = variables
        variables[variable] = nil
        if case .check(let name) = self.elements(of: elements) { variables[variable] = name }
        check(predicate)
        variables = outer
        return elements
      case .ternary(let condition, let first, let second):
        check(condition)
        _ = known(first)
        _ = known(second)
      case .aggregate(let parts):
        for part in parts { _ = known(part) }
      case .call(let name, let arguments):
        checkCall(name, arguments.count, at: expression)
        for part in arguments { _ = known(part) }
      case .function(let receiver, let selector, let arguments):
        if case .literal(.string(let name)) = selector.node {
          checkCall(name, arguments.count + 1, at: selector)
        }
        for part in [receiver] + arguments { _ = known(part) }
      case .binary(_, let left, let right):
        _ = known(left)
        _ = known(right)
      case .cast(let operand, _), .negate(let operand), .assignment(_, let operand):
        _ = known(operand)
      case .anyKey, .fetch, .overLimit, .unreadable: break
      }
      return .nothing
    }

    /// Reports a call of an unknown function, or with a wrong number of arguments.
    private mutating func checkCall(_ name: String, _ count: Int, at place: QueryExpression) {
      guard let message = StandardFunction.issue(name, count, among: functions) else { return }
      statements.fail(message, at: Int(place.range.lowerBound))
    }

    /// The facts about an interpolation. A specifier in the literal's text (`%@`) has no argument and is an error.
    private mutating func argument(_ placeholder: QueryPlaceholder, _ expression: QueryExpression)
      -> Known
    {
      let offset = Int(expression.range.lowerBound)
      guard let found = literal.interpolations.first(where: { $0.offset == offset }) else {
        statements.fail(
          "%\(placeholder.conversion) has no argument, because an interpolation is used without a placeholder",
          at: offset)
        return .nothing
      }
      readInterpolations.insert(offset)
      return .check(
        statements.constant("QueryCheck(of: \(found.expression.trimmedDescription))"))
    }

    /// The facts about the value of a path, which begins at the element type or at a constant.
    private mutating func steps(
      from start: String?, _ components: [(QueryKeyPath.Component, PredicateSyntax.SourceRange)]
    ) -> Known {
      var current = start
      var isFolded = false
      for (component, range) in components {
        let offset = Int(range.lowerBound)
        switch component {
        case .key("self") where isFolded: break
        case .key(let name):
          let step = name == "self" ? name : "`\(name)`"
          if let known = current {
            let object = statements.constant("\(known).value().each().value().object()")
            current = statements.constant("\\.\(step))", at: offset, behind: "\(object).key(")
          } else {
            let path = statements.constant("\\\(type).\(step)", at: offset)
            current = statements.constant("QueryCheck(\(path))")
          }
        case .collectionOperator(let name) where !StandardFunction.collectionOperators.contains(name):
          statements.fail(
            "there is no collection operator “@\(name)”: the operators are "
              + StandardFunction.collectionOperators.map { "@" + $0 }.joined(separator: ", "), at: offset)
          return .nothing
        case .collectionOperator("count"): return .family("QueryFamily.number")
        case .collectionOperator: isFolded = true
        case .variable, .call: return .nothing
        case .placeholder(let placeholder):
          statements.fail(
            "%\(placeholder.conversion) has no argument. Write names in the text of the predicate", at: offset)
          return .nothing
        }
      }
      return isFolded ? .nothing : current.map { .check($0) } ?? .nothing
    }
  }

  extension FormatChecks.Known {
    /// The family of a constant. A text that begins with a digit may be read as a date, so its family is not known.
    fileprivate static func of(_ literal: QueryLiteral) -> FormatChecks.Known {
      switch literal {
      case .null, .decimal, .object: .nothing
      case .boolean, .integer, .double: .family("QueryFamily.number")
      case .string(let text):
        text.utf8.first.map { (0x30...0x39).contains($0) } == true
          ? .nothing : .family("QueryFamily.text")
      case .date: .family("QueryFamily.date")
      case .data: .family("QueryFamily.data")
      case .uuid: .family("QueryFamily.uuid")
      case .url: .family("QueryFamily.url")
      }
    }
  }
#endif
