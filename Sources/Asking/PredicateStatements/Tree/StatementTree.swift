import PredicateSyntax

/// A parsed statement: its parts, its errors, and the expectation at its end.
///
/// Parsing does not stop at an error, but continues with the next clause.
///
/// ```swift
/// let tree = StatementParser(model: model, currentEntity: "Movie").parse("Movie sort by")
/// tree.errors.first?.code  // sort-key
/// tree.end                 // an expression of the clause: a key is missing
/// ```
package struct StatementTree: Sendable {
  /// The statement, as far as it could be read.
  package let content: StatementContent
  /// The errors of the first clause that has errors.
  package let errors: [PredicateIssue]
  /// The position in the grammar at the end of the text. It determines the expected next word.
  package let end: StatementEnd

  /// The query; nil if there are errors, and for other statements.
  package var query: QueryStatement? { errors.isEmpty ? readQuery : nil }

  /// The statement that changes data; nil if there are errors, and for other statements.
  package var change: ChangeStatement? { errors.isEmpty ? readChange : nil }

  /// The query as far as it was parsed, even if there are errors; nil for other statements.
  var readQuery: QueryStatement? { if case .query(let query) = content { query } else { nil } }

  /// The statement that changes data as far as it was parsed, even if there are errors; nil for other statements.
  var readChange: ChangeStatement? { if case .change(let change) = content { change } else { nil } }

  /// Whether the statement is a command. All text after a command's name belongs to the command, including semicolons.
  package var isCommand: Bool {
    if case .command = content { true } else { false }
  }

  /// The content of the statement. Throws the errors.
  package func get() throws(StatementFailure) -> StatementContent {
    if errors.isEmpty { return content }
    throw StatementFailure(errors)
  }
}

package enum StatementContent: Sendable {
  /// Only spaces, semicolons or a comment.
  case nothing
  /// `.schema Movie`
  case command(CommandCall)
  /// `Movie where … sort by … show …`, a predicate without an entity, or one of them after `count`.
  case query(QueryStatement)
  /// `insert Movie …`, `update Movie set … where …`, `delete Friend where …`
  case change(ChangeStatement)
}

/// The issues of a wrong statement. There is at least one. Their ranges refer to the statement's text.
package struct StatementFailure: Error {
  package let issues: [PredicateIssue]

  package init(_ issues: [PredicateIssue]) {
    self.issues = issues
  }

  package init(_ issue: PredicateIssue) {
    issues = [issue]
  }
}

/// A command as the user typed it.
package struct CommandCall: Sendable {
  /// The name, without the dot.
  package let name: String
  /// The range of the name, including its dot.
  package let nameRange: SourceRange
  /// The text that contains the command. Statements in the arguments are parsed within this text, so that their ranges refer to it.
  package let text: String
  /// The UTF-8 offsets of the arguments in ``text``, without spaces and `;` around them.
  package let argumentRange: Range<Int>

  /// The text after the command's name.
  package var argument: String {
    String(decoding: Array(text.utf8)[argumentRange], as: UTF8.self)
  }

  /// The name of the command whose argument is SQL.
  package static let sqlName = "raw"

  /// Whether the argument is SQL.
  package var takesSQL: Bool { name.lowercased() == Self.sqlName }
}

/// The position in the grammar at the end of a text. It determines the expected next word.
package enum StatementEnd: Sendable, Equatable {
  /// Nothing was typed, or only `count`.
  case beginning
  /// A clause may follow, or the statement may end. `where` is allowed only directly after an entity.
  case clauses(allowsWhere: Bool)
  /// A word of a clause must follow: `by`, `of`, `each`.
  case word(String)
  /// An expression in a clause: a condition, a column, a key. It began at the offset.
  case expression(ClauseKind, from: Int)
  /// A name must follow `as`.
  case name
  /// An integer must follow.
  case number
  /// The name of an entity must follow the verb of a statement that changes data.
  case entity
  /// The name of a member to assign must follow, or may follow.
  case member(isRequired: Bool)
  /// The value of a member. It began at the offset.
  case assigned(String, from: Int)
  /// The condition of a selection in parentheses, for objects of an entity. It began at the offset.
  case selection(String, from: Int)
  /// Nothing may follow: the text ends with a command, a comment or a semicolon.
  case closed
}
