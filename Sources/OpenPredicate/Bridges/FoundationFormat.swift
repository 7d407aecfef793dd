import PredicateBinding
import PredicateEvaluation
import PredicateSyntax
import PredicateValues

/// A predicate as NSPredicate takes it: a format in plain ASCII without keys and constants, and these as arguments.
///
/// Apple's parser reads quoted and Unicode names, escapes and numbers in ways of its own. None of them is in the text: runs of keys are `%K`,
/// constants `%@`. What stays are operators, variables, names of functions and of types, all of plain letters.
///
///     try FoundationFormat(QueryPredicate("étage > 3")).text  // %K > %@
package struct FoundationFormat {
  /// What stands for one specifier.
  package enum Argument: Hashable, Sendable {
    /// `%K`: keys with dots between them.
    case keys(String)
    /// `%@`.
    case constant(QueryLiteral)
  }

  /// The format.
  package let text: String
  /// An argument for each specifier of the format, in their order.
  package let arguments: [Argument]

  /// Throws kind `unsupported` for what NSPredicate cannot take, and what strict binding throws: extensions of the language, and functions
  /// that no table has.
  package init(_ predicate: QueryPredicate) throws(PredicateIssue) {
    var options = BindingOptions()
    options.isStrict = true
    let unknown = QueryVariables(Set(predicate.freeVariables.map(\.name)).map { ($0, QueryValue.null) })
    _ = try BoundQuery<QueryDictionary>(predicate, variables: unknown, options: options)
    var writer = FoundationFormatWriter()
    text = try writer.predicate(predicate).canonicalFormat
    arguments = writer.arguments
  }
}
