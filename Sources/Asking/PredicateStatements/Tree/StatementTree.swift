import PredicateSyntax

/// A statement that was read: its parts, its errors, and the expectation at its end.
///
/// Reading never stops at an error: it continues with the next clause.
///
/// ```swift
/// let tree = StatementParser(model: model, currentEntity: "Movie").parse("Movie sort by")
/// tree.errors.first?.code  // sort-key
/// tree.end                 // an expression of the clause: a key is missing
/// ```
package struct StatementTree: Sendable {
  /// The statement, as far as it could be read.
  package let content: StatementContent
  /// The errors of the first clause that has any.
  package let errors: [PredicateIssue]
  /// The expectation at the end of the text.
  package let end: StatementEnd

  /// The query that was read; nil where something is wrong with it, and of a command.
  package var query: QueryStatement? { errors.isEmpty ? readQuery : nil }

  /// The statement that changes data; nil where something is wrong with it, and of anything else.
  package var change: ChangeStatement? { errors.isEmpty ? readChange : nil }

  /// The query as far as it was read, errors or not; nil of anything else.
  var readQuery: QueryStatement? { if case .query(let query) = content { query } else { nil } }

  /// The statement that changes data as far as it was read, errors or not; nil of anything else.
  var readChange: ChangeStatement? { if case .change(let change) = content { change } else { nil } }

  /// Whether it is a command. All text after its name belongs to the command, semicolons too.
  package var isCommand: Bool {
    if case .command = content { true } else { false }
  }

  /// The statement. Throws its errors.
  package func get() throws(StatementFailure) -> StatementContent {
    if errors.isEmpty { return content }
    throw StatementFailure(errors)
  }
}

package enum StatementContent: Sendable {
  /// Spaces, semicolons or a comment.
  case nothing
  /// `.schema Movie`
  case command(CommandCall)
  /// `Movie where … sort by … show …`, a bare predicate, or one of them with `count` before it.
  case query(QueryStatement)
  /// `insert Movie …`, `update Movie set … where …`, `delete Friend where …`
  case change(ChangeStatement)
}

/// Everything that is wrong with a statement: at least one issue, with places in the statement's text.
package struct StatementFailure: Error {
  package let issues: [PredicateIssue]

  package init(_ issues: [PredicateIssue]) {
    self.issues = issues
  }

  package init(_ issue: PredicateIssue) {
    issues = [issue]
  }
}

/// A command as it was typed.
package struct CommandCall: Sendable {
  /// The name, without the dot.
  package let name: String
  /// The place of the name, its dot included.
  package let nameRange: SourceRange
  /// The whole statement: arguments that are statements themselves are read in it, so that places stay right.
  package let text: String
  /// The UTF-8 offsets of the arguments in ``text``, without the space and the `;` around them.
  package let argumentRange: Range<Int>

  /// The text after the name.
  package var argument: String {
    String(decoding: Array(text.utf8)[argumentRange], as: UTF8.self)
  }

  /// The name of the command whose argument is SQL of the database.
  package static let sqlName = "raw"

  /// Whether the argument is SQL of the database.
  package var takesSQL: Bool { name.lowercased() == Self.sqlName }
}

/// The place in the grammar at the end of a text, which decides the expectation.
package enum StatementEnd: Sendable, Equatable {
  /// Nothing was typed, or `count` alone.
  case beginning
  /// A clause may come, or nothing; `where` only directly after an entity.
  case clauses(allowsWhere: Bool)
  /// A word of a clause has to come: `by`, `of`, `each`.
  case word(String)
  /// A part of a clause that began at the offset: a condition, a column, a key.
  case expression(ClauseKind, from: Int)
  /// A name has to come, after `as`.
  case name
  /// A whole number has to come.
  case number
  /// An entity is required, after the verb of a statement that changes data.
  case entity
  /// The name of a member that gets a value: it is required, or possible.
  case member(isRequired: Bool)
  /// The value of a member, which began at the offset.
  case assigned(String, from: Int)
  /// The condition on objects of an entity that a member gets, in brackets, which began at the offset.
  case selection(String, from: Int)
  /// Nothing is possible: after a command, a comment, a semicolon.
  case closed
}
