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

/// Replaces keys and constants by specifiers, and collects them in the order of the text. Strict binding has refused all constructs that this library
/// does not evaluate, such as FETCH.
struct FoundationFormatWriter: TreeRewriter {
  private(set) var arguments: [FoundationFormat.Argument] = []
  /// The first part that NSPredicate cannot take, where the variable of a SUBQUERY comes before its collection.
  private(set) var issue: PredicateIssue?

  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .literal, .keyPath, .path, .aggregate, .function, .cast: return replaced(expression)
    case .variable(let name), .subquery(_, let name, _):
      if !name.isPlainWord || ReservedWords.contains(name) { refuse("the variable “\(name)”", expression.range) }
    case .call(let name, _): check(function: name, expression.range)
    case .assignment: refuse("an assignment", expression.range)
    default: break
    }
    return expression.mapParts(&self)
  }

  /// A separate function, which is not inlined, so that the frames of the recursion stay small.
  @inline(never)
  private mutating func replaced(_ expression: QueryExpression) -> QueryExpression {
    let range = expression.range
    switch expression.node {
    case .literal(let value) where value != .null:
      if value.foundationValue == nil { refuse(value.foundationName, range) }
      return .placeholder(placeholder(.constant(value), "@"))
    case .keyPath(let path): return .keyPath(keys(path, range))
    case .path(let base, let path):
      let base = rewrite(base)
      return .path(base, keys(path, range))
    case .aggregate(let elements): return .aggregate(elements.map { rewrite($0) })
    case .function(let receiver, let selector, let arguments):
      let receiver = rewrite(receiver)
      check(constant: selector)
      return .function(receiver, selector: selector, arguments.map { rewrite($0) })
    case .cast(let operand, let type):
      let operand = rewrite(operand)
      check(constant: type)
      return .cast(operand, type: type)
    default: return expression
    }
  }

  private mutating func placeholder(_ argument: FoundationFormat.Argument, _ conversion: String) -> QueryPlaceholder {
    arguments.append(argument)
    return QueryPlaceholder(index: arguments.count - 1, conversion: conversion)
  }

  /// Replaces each run of keys by one `%K`. Collection operators stay as they are: `%K.@max.%K`.
  private mutating func keys(_ path: QueryKeyPath, _ range: SourceRange) -> QueryKeyPath {
    var result: [QueryKeyPath.Component] = []
    for component in path.components {
      var step = component
      switch component {
      case .key(let name):
        check(key: name, isFirst: result.isEmpty, range)
        if case .placeholder? = result.last, case .keys(let run)? = arguments.last {
          arguments[arguments.count - 1] = .keys(run + "." + name)
          continue
        }
        step = .placeholder(placeholder(.keys(name), "K"))
      case .collectionOperator(let name):
        if !name.isPlainWord { refuse("the operator “@\(name)”", range) }
      case .variable, .call, .placeholder: refuse("a step of a path that is not a name", range)
      }
      result.append(step)
    }
    return QueryKeyPath(result[0], Array(result.dropFirst()))
  }

  // MARK: Refusals

  private mutating func refuse(_ part: String, _ range: SourceRange) {
    issue = issue ?? .withoutNSPredicate(part, range)
  }

  /// Checks a key for the text of `%K`. Key-value coding reads some keys differently: it splits the text at dots, and takes some keys for operators.
  private mutating func check(key name: String, isFirst: Bool, _ range: SourceRange) {
    let isSelf = isFirst && ["self", "SELF"].contains { name.hasSameScalars(as: $0) }
    if name.isEmpty || isSelf || name.utf8.first == UInt8(ascii: "@") || name.utf8.contains(UInt8(ascii: ".")) {
      refuse("the key “\(name)”, which key-value coding would read in another way,", range)
    }
  }

  /// Checks the name of a function with its colons.
  private mutating func check(function name: String, _ range: SourceRange) {
    let words = name.split(separator: ":", omittingEmptySubsequences: true)
    if words.isEmpty || !words.allSatisfy({ String($0).isPlainWord }) { refuse("the function “\(name)”", range) }
  }

  /// Checks the name of a type or a selector. It stays in the format, because Apple's parser takes only constants.
  private mutating func check(constant expression: QueryExpression) {
    if case .literal(.string(let name)) = expression.node {
      check(function: name, expression.range)
    } else {
      refuse("a type or a selector that is not a constant", expression.range)
    }
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
