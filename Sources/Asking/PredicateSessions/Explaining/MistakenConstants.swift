import PredicateModel
import PredicateSyntax
import PredicateStatements
import PredicateValues

/// Finds constants that were probably meant as properties: `"status"` in double quotes, as in SQL; `null`, which is nil; and `2007`, which is the
/// name of a column.
///
/// ```swift
/// MistakenConstants(of: invoice, in: "null > 2").spelling(of: expression)  // #null
/// ```
struct MistakenConstants {
  let entity: Entity
  /// The text that the ranges of the expressions refer to.
  let text: String

  init(of entity: Entity, in text: String) {
    self.entity = entity
    self.text = text
  }

  /// The correct spelling of the property, if the expression is a constant that was probably meant as a property; otherwise nil.
  func spelling(of expression: QueryExpression) -> String? {
    guard let name = text(inDoubleQuotes: expression) ?? constantWord(expression) else { return nil }
    let names = entity.memberNames
    guard
      let found = names.first(where: { $0.hasSameScalars(as: name) })
        ?? names.first(where: { $0.isSameSQLName(as: name) })
        ?? entity.attributes.first(where: { $0.column.isSameSQLName(as: name) })?.name,
      let path = QueryKeyPath(keys: [found])
    else { return nil }
    return QueryExpression.keyPath(path).canonicalFormat
  }

  /// The text of a constant in double quotes; nil for every other expression.
  func text(inDoubleQuotes expression: QueryExpression) -> String? {
    guard case .literal(.string(let text)) = expression.node, written(expression)?.hasPrefix("\"") == true else {
      return nil
    }
    return text
  }

  /// The first text of an expression that is exactly the name of a column in the file, which no property has, with the spelling of the column's
  /// property: `"Unit Price"`. Nil without such a text, for texts in single quotes, and for one word such as `"Name"`, which may be meant as a text.
  func columnName(in expression: QueryExpression) -> (text: QueryExpression, spelling: String)? {
    var literals = Literals()
    expression.walk(&literals)
    return literals.found.lazy.compactMap { found -> (QueryExpression, String)? in
      guard let text = text(inDoubleQuotes: found),
        !entity.memberNames.contains(where: { $0.hasSameScalars(as: text) }),
        !text.unicodeScalars.allSatisfy(\.properties.isXIDContinue),
        entity.attributes.contains(where: { $0.column.hasSameScalars(as: text) })
      else { return nil }
      return spelling(of: found).map { (found, $0) }
    }.first
  }

  /// The correct spelling of the property that a constant of a comparison was probably meant as; nil if there is none.
  func spelling(in found: ConstantComparison) -> String? { found.literals.lazy.compactMap { spelling(of: $0) }.first }

  /// The first comparison of two constants in a condition, if one of them was probably meant as a property, and the correct spelling of the property.
  func comparison(in condition: QueryPredicate) -> (QueryComparison, spelling: String)? {
    var finder = ConstantComparisons()
    condition.walk(&finder)
    return finder.found.lazy.compactMap { found in spelling(in: found).map { (found.comparison, $0) } }.first
  }

  /// The spelling of a constant that may be a name: a word such as `no`, or a number such as `2007` if a column has this name. Nil for every other
  /// expression.
  private func constantWord(_ expression: QueryExpression) -> String? {
    switch expression.node {
    case .literal(.boolean), .literal(.null): written(expression)
    // The name of a column may be a year.
    case .literal(.integer), .literal(.double):
      written(expression).flatMap { name in
        entity.attributes.contains { $0.column.hasSameScalars(as: name) } ? name : nil
      }
    default: nil
    }
  }

  private func written(_ expression: QueryExpression) -> String? { text.utf8.text(at: expression.range) }
}

/// A comparison with the same result for each object: `no > 1`, `"status" IN {"a"}`, `"status" != lowercase("Paid")`.
struct ConstantComparison {
  let comparison: QueryComparison
  /// The constants on both sides.
  let literals: [QueryExpression]
}

/// Finds comparisons that read no property.
struct ConstantComparisons: PredicateVisitor {
  private(set) var found: [ConstantComparison] = []

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    if case .comparison(let comparison) = predicate.node {
      var literals = Literals()
      comparison.left.walk(&literals)
      comparison.right.walk(&literals)
      if literals.areAll { found.append(ConstantComparison(comparison: comparison, literals: literals.found)) }
    }
    return true
  }
}

/// Collects the literals of an expression.
private struct Literals: PredicateVisitor {
  private(set) var found: [QueryExpression] = []
  /// Whether nothing in the expression depends on the object, on a variable, or on the current time.
  private(set) var areAll = true

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .literal: found.append(expression)
    case .aggregate, .binary, .negate, .path, .index: break
    case .call(_, let arguments): areAll = areAll && !arguments.isEmpty
    default: areAll = false
    }
    return true
  }

  /// A text in a nested condition is left out, because it is compared with a property: `TERNARY(status == "Open", YES, NO)`.
  mutating func visit(_ predicate: QueryPredicate) -> Bool { false }
}

extension PredicateIssue {
  /// The error for a value of a changed property that is the name of a column in double quotes: every object would get the name as its text.
  static func columnNameAsText(_ name: String, _ spelling: String, range: SourceRange) -> PredicateIssue {
    .error(
      "constant-column", range, "this text is a constant, so every object gets the same value",
      hint: "to use the value of the property, write \(spelling). To use the text, write '\(name)'", kind: .type)
  }

  /// The issue for a comparison of two constants, if one of them was probably meant as a property. In a statement that changes data it is an error,
  /// because the statement would change every object.
  static func constantComparison(
    _ comparison: QueryComparison, _ spelling: String?, severity: Severity
  ) -> PredicateIssue {
    PredicateIssue(
      severity: severity, kind: .type, code: "constant-comparison",
      message: "both sides of the comparison are constants, so the result is the same for every object",
      range: comparison.left.range,
      hint: spelling.map { "for the property, write \($0)" })
  }
}
