import PredicateModel
import PredicateSyntax

/// What was typed, understood.
enum ShellStatement {
  /// Nothing.
  case empty
  /// `.schema Movie`.
  case command(CommandCall)
  /// `Movie where … sort by … show …`, a bare predicate, or one of them with `count` before it.
  case query(ShellQuery)
}

/// A command as it was typed.
struct CommandCall {
  /// The name, without the dot.
  let name: String
  /// Where the name stands, its dot included.
  let nameRange: SourceRange
  /// The whole statement: arguments that are statements themselves are read in it, so that places stay right.
  let text: String
  /// The UTF-8 offsets of the arguments in ``text``, without the space and the `;` around them.
  let argumentRange: Range<Int>

  /// What stands behind the name.
  var argument: String {
    String(decoding: Array(text.utf8)[argumentRange], as: UTF8.self)
  }

  /// The place of the arguments, for an issue.
  var argumentPlace: SourceRange { SourceRange(argumentRange.lowerBound, argumentRange.upperBound) }
}

/// Everything that is wrong with a statement: at least one issue, with places in the statement's text.
struct StatementFailure: Error {
  let issues: [PredicateIssue]

  init(_ issues: [PredicateIssue]) {
    self.issues = issues
  }

  init(_ issue: PredicateIssue) {
    issues = [issue]
  }
}
