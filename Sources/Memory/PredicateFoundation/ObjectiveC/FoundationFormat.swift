import Foundation
import PredicateBinding

/// A predicate as NSPredicate takes it: a format in plain ASCII, with keys and constants as arguments.
///
/// Apple's parser reads quoted names, Unicode names, escapes and numbers differently from this library. Therefore the format contains none of them: a
/// run of keys is `%K`, and a constant is `%@`. Operators, variables, and the names of functions and types stay, because they consist of plain
/// letters.
///
///     try FoundationFormat(QueryPredicate("étage > 3")).text  // %K > %@
package struct FoundationFormat {
  /// The argument for one specifier.
  package enum Argument: Hashable, Sendable {
    /// `%K`: keys with dots between them.
    case keys(String)
    /// `%@`.
    case constant(QueryLiteral)
  }

  package let text: String
  /// The arguments, one for each specifier of the format, in their order.
  package let arguments: [Argument]

  /// Throws an issue of kind `unsupported` for parts that NSPredicate cannot take. Also throws the issues of strict binding, for extensions of the
  /// language and for functions that are not in the table.
  package init(_ predicate: QueryPredicate) throws(PredicateIssue) {
    var options = BindingOptions()
    options.isStrict = true
    let unknown = QueryVariables(Set(predicate.freeVariables.map(\.name)).map { ($0, QueryValue.null) })
    _ = try BoundQuery<QueryDictionary>(predicate, variables: unknown, options: options)
    var writer = FoundationFormatWriter()
    text = writer.rewrite(predicate).canonicalFormat
    arguments = writer.arguments
    if let issue = writer.issue { throw issue }
  }

  /// The arguments as `NSPredicate(format:argumentArray:)` takes them.
  package var objects: [Any] {
    arguments.map { argument in
      switch argument {
      case .keys(let keys): keys
      case .constant(let value): value.foundationValue ?? NSNull()
      }
    }
  }
}

/// Replaces keys and constants by specifiers, and collects them in the order of the text.
struct FoundationFormatWriter: TreeRewriter {
  private(set) var arguments: [FoundationFormat.Argument] = []
  /// The first part that NSPredicate cannot take.
  private(set) var issue: PredicateIssue?

  mutating func rewrite(_ predicate: QueryPredicate) -> QueryPredicate {
    if issue == nil, case .comparison(let comparison) = predicate.node, case .selector = comparison.operator {
      issue = .withoutNSPredicate("an operator by a selector", predicate.range)
    }
    return predicate.mapParts(&self)
  }

  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    if issue != nil { return expression }
    do throws(PredicateIssue) {
      return try written(expression)
    } catch {
      issue = issue ?? error
      return expression
    }
  }

  /// Leaves and forms have functions of their own, which are not inlined, so that the frames of the recursion stay small.
  private mutating func written(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    switch expression.node {
    case .literal, .variable, .keyPath: return try leaf(expression)
    case .path, .aggregate, .function, .cast: return try form(expression)
    case .subquery: return try subquery(expression)
    case .call(let name, _): _ = try function(name, expression.range)
    case .assignment: throw .withoutNSPredicate("an assignment", expression.range)
    case .fetch: throw .withoutNSPredicate("FETCH", expression.range)
    case .placeholder, .unreadable: throw .withoutNSPredicate("a specifier without its argument", expression.range)
    case .evaluatedObject, .anyKey, .overLimit, .index, .negate, .binary, .ternary: break
    }
    return expression.mapParts(&self)
  }

  @inline(never)
  private mutating func leaf(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    let range = expression.range
    switch expression.node {
    case .literal(.null): return expression
    case .literal(let value): return try constant(value, range)
    case .variable(let name): return .variable(try plain(name, "the variable “\(name)”", range))
    case .keyPath(let path): return .keyPath(try keys(path, range))
    default: return expression
    }
  }

  @inline(never)
  private mutating func form(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    switch expression.node {
    case .path(let base, let path):
      let base = rewrite(base)
      return .path(base, try keys(path, expression.range))
    case .aggregate(let elements): return .aggregate(elements.map { rewrite($0) })
    case .function(let receiver, let selector, let arguments):
      let receiver = rewrite(receiver)
      return .function(receiver, selector: try word(selector), arguments.map { rewrite($0) })
    case .cast(let operand, let type):
      let operand = rewrite(operand)
      return .cast(operand, type: try word(type))
    default: return expression
    }
  }

  @inline(never)
  private mutating func subquery(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    guard case .subquery(let collection, let variable, let condition) = expression.node else { return expression }
    let elements = rewrite(collection)
    let name = try plain(variable, "the variable “\(variable)”", expression.range)
    return .subquery(elements, variable: name, rewrite(condition))
  }

  private mutating func placeholder(_ argument: FoundationFormat.Argument, _ conversion: String) -> QueryPlaceholder {
    arguments.append(argument)
    return QueryPlaceholder(index: arguments.count - 1, conversion: conversion)
  }

  private mutating func constant(_ value: QueryLiteral, _ range: SourceRange) throws(PredicateIssue) -> QueryExpression
  {
    if value.foundationValue == nil { throw .withoutNSPredicate(value.foundationName, range) }
    return .placeholder(placeholder(.constant(value), "@"))
  }

  /// Replaces each run of keys by one `%K`. Collection operators stay as they are: `%K.@max.%K`.
  private mutating func keys(_ path: QueryKeyPath, _ range: SourceRange) throws(PredicateIssue) -> QueryKeyPath {
    var result: [QueryKeyPath.Component] = []
    var run: [String] = []
    for component in path.components {
      switch component {
      case .key(let name): run.append(try key(name, isFirst: result.isEmpty && run.isEmpty, range))
      case .collectionOperator(let name):
        endRun(&run, &result)
        guard name.isPlainWord else { throw .withoutNSPredicate("the operator “@\(name)”", range) }
        result.append(component)
      case .variable, .call, .placeholder: throw .withoutNSPredicate("a step of a path that is not a name", range)
      }
    }
    endRun(&run, &result)
    return result.dropFirst().isEmpty ? QueryKeyPath(result[0]) : QueryKeyPath(result[0], Array(result.dropFirst()))
  }

  private mutating func endRun(_ run: inout [String], _ result: inout [QueryKeyPath.Component]) {
    if run.isEmpty { return }
    result.append(.placeholder(placeholder(.keys(run.joined(separator: ".")), "K")))
    run = []
  }

  /// A key for the text of `%K`. Throws if key-value coding would read it differently: it splits the text at dots, and takes some keys for operators.
  private func key(_ name: String, isFirst: Bool, _ range: SourceRange) throws(PredicateIssue) -> String {
    let isSelf = isFirst && ["self", "SELF"].contains { name.hasSameScalars(as: $0) }
    if name.isEmpty || isSelf || name.utf8.first == UInt8(ascii: "@") || name.utf8.contains(UInt8(ascii: ".")) {
      throw .withoutNSPredicate("the key “\(name)”, which key-value coding would read in another way,", range)
    }
    return name
  }

  /// The name of a function with its colons.
  private func function(_ name: String, _ range: SourceRange) throws(PredicateIssue) -> String {
    let words = name.split(separator: ":", omittingEmptySubsequences: true)
    guard !words.isEmpty, words.allSatisfy({ String($0).isPlainWord }) else {
      throw .withoutNSPredicate("the function “\(name)”", range)
    }
    return name
  }

  /// The name of a type or a selector. Throws if it is not a constant, because Apple's parser takes only constants.
  private func word(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    guard case .literal(.string(let name)) = expression.node else {
      throw .withoutNSPredicate("a type or a selector that is not a constant", expression.range)
    }
    return .literal(.string(try function(name, expression.range)))
  }

  private func plain(_ name: String, _ what: String, _ range: SourceRange) throws(PredicateIssue) -> String {
    guard name.isPlainWord, !ReservedWords.contains(name) else { throw .withoutNSPredicate(what, range) }
    return name
  }
}

extension String {
  /// Whether the text consists of ASCII letters, digits and `_`, and does not begin with a digit.
  fileprivate var isPlainWord: Bool {
    (utf8.first.map(ByteClass.isWordStart) ?? false) && utf8.allSatisfy(ByteClass.isWord)
  }
}

extension QueryLiteral {
  /// How an error message names a constant that has no Foundation object: `an object by its identity`.
  fileprivate var foundationName: String {
    switch self {
    case .object: "an object by its identity"
    case .decimal: "a decimal number that Decimal of Foundation cannot represent"
    default: "a constant that Foundation has no object for"
    }
  }
}
