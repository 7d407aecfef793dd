/// Looks at a finished tree for what is in the language and may not be meant.
///
/// This walk is apart from reading, so that reading costs nothing for it. What can be seen in the text alone (escapes that mean
/// nothing, letters beyond ASCII, reserved words as keys) ``PredicateParser`` notes itself. O(nodes).
///
/// ```swift
/// let format = "status == active"
/// let predicate = try QueryPredicate(format: format)
/// PredicateLint.notes(for: predicate, in: format).map(\.message)
/// // “active” is a key here, not a text
/// ```
public enum PredicateLint {
  /// The notes on a condition, in the order of the tree.
  ///
  /// - Parameter format: the text that the condition was read from; its ranges are offsets into it.
  public static func notes(for predicate: QueryPredicate, in format: String) -> [PredicateIssue] {
    var walk = LintWalk(format)
    walk.visit(predicate)
    return walk.notes
  }

  /// The notes on a value, in the order of the tree.
  ///
  /// - Parameter format: the text that the value was read from; its ranges are offsets into it.
  public static func notes(for expression: QueryExpression, in format: String) -> [PredicateIssue] {
    var walk = LintWalk(format)
    walk.visit(expression)
    return walk.notes
  }
}

/// One walk over one tree.
struct LintWalk {
  private let bytes: [UInt8]
  private(set) var notes: [PredicateIssue] = []

  init(_ format: String) { bytes = Array(format.utf8) }

  mutating func add(_ code: DiagnosticCode, _ range: SourceRange, _ message: IssueText, hint: String? = nil) {
    notes.append(.note(code, range, message, hint: hint))
  }

  /// The text of a place; nil for a node that stands in no text.
  func text(_ range: SourceRange) -> String? {
    guard !range.isNone, Int(range.upperBound) <= bytes.count else { return nil }
    return String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }

  /// The first byte of a place.
  func firstByte(_ range: SourceRange) -> UInt8? {
    range.isNone || Int(range.lowerBound) >= bytes.count ? nil : bytes[Int(range.lowerBound)]
  }

  /// Whether parentheses stand directly around a place.
  private func isParenthesised(_ range: SourceRange) -> Bool {
    guard !range.isNone, Int(range.upperBound) <= bytes.count else { return true }
    let before = bytes[..<Int(range.lowerBound)].last { !ByteClass.isSpace($0) }
    let behind = bytes[Int(range.upperBound)...].first { !ByteClass.isSpace($0) }
    return before == UInt8(ascii: "(") && behind == UInt8(ascii: ")")
  }

  mutating func visit(_ predicate: QueryPredicate) {
    switch predicate.node {
    case .literal, .overLimit: break
    case .not(let operand): visit(operand)
    case .comparison(let comparison): visit(comparison, predicate.range)
    case .and(let operands):
      checkAnys(operands)
      for operand in operands { visit(operand) }
    case .or(let operands):
      let isMixed: (QueryPredicate) -> Bool = { if case .and = $0.node { true } else { false } }
      if let mixed = operands.first(where: { isMixed($0) && !isParenthesised($0.range) }) {
        add(
          .mixedAndOr, mixed.range, "AND binds tighter than OR; parentheses would show it",
          hint: text(mixed.range).flatMap { $0.utf8.count <= 60 ? "write (\($0))" : nil })
      }
      for operand in operands { visit(operand) }
    }
  }

  mutating func visit(_ expression: QueryExpression) {
    switch expression.node {
    case .literal(let value): check(value, expression.range)
    case .evaluatedObject, .anyKey, .variable, .placeholder, .overLimit, .unreadable: break
    case .keyPath(let path): visit(path)
    case .path(let base, let path):
      visit(base)
      visit(path)
    case .index(let base, let index):
      checkIndex(base, expression.range)
      visit(base)
      if case .expression(let inner) = index { visit(inner) }
    case .aggregate(let elements):
      checkTemplate(elements, expression.range)
      for element in elements { visit(element) }
    case .call(_, let arguments): for argument in arguments { visit(argument) }
    case .function(let receiver, let selector, let arguments):
      add(
        .functionCall, expression.range, "FUNCTION calls a method by its name: Apple's systems refuse most of them",
        hint: "a predefined function is called by its name: sum(x)")
      visit(receiver)
      visit(selector)
      for argument in arguments { visit(argument) }
    case .cast(let operand, let type):
      checkCast(type, expression.range)
      visit(operand)
      visit(type)
    case .ternary(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
    case .subquery(let collection, _, let condition):
      visit(collection)
      visit(condition)
    case .binary(let op, let left, let right):
      checkDivision(op, left, right, expression.range)
      visit(left)
      visit(right)
    case .negate(let operand): visit(operand)
    case .assignment(_, let value): visit(value)
    case .fetch(let request, let context, let countOnly):
      visit(request)
      visit(context)
      visit(countOnly)
    }
  }

  private mutating func visit(_ path: QueryKeyPath) {
    for component in path.components {
      guard case .call(_, let arguments) = component else { continue }
      for argument in arguments { visit(argument) }
    }
  }
}
