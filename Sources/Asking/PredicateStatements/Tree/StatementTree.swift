import PredicateSyntax

/// A statement that was read: its parts, what is wrong with it, and what may come where it ends.
///
/// Reading forgives everything: behind a mistake it goes on with the next clause.
///
/// ```swift
/// let tree = StatementParser(model: model, currentEntity: "Movie").parse("Movie sort by")
/// tree.errors.first?.code  // sort-key
/// tree.end                 // an expression of the clause: a key is missing
/// ```
package struct StatementTree: Sendable {
  /// What the statement is, as far as it could be read.
  package let content: StatementContent
  /// What is wrong with the first clause that is wrong.
  package let errors: [PredicateIssue]
  /// What may come where the text ends.
  package let end: StatementEnd

  /// The query that was read; nil where something is wrong with it, and of a command.
  package var query: QueryStatement? {
    if errors.isEmpty, case .query(let query) = content { query } else { nil }
  }

  /// The statement that changes data; nil where something is wrong with it, and of anything else.
  package var change: ChangeStatement? {
    if errors.isEmpty, case .change(let change) = content { change } else { nil }
  }

  /// Whether it is a command. What stands behind its name is the command's, semicolons too.
  package var isCommand: Bool {
    if case .command = content { true } else { false }
  }

  /// What the statement is. Throws where something is wrong with it.
  package func get() throws(StatementFailure) -> StatementContent {
    if errors.isEmpty { return content }
    throw StatementFailure(errors)
  }
}

/// What a statement is.
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
  /// Where the name stands, its dot included.
  package let nameRange: SourceRange
  /// The whole statement: arguments that are statements themselves are read in it, so that places stay right.
  package let text: String
  /// The UTF-8 offsets of the arguments in ``text``, without the space and the `;` around them.
  package let argumentRange: Range<Int>

  /// What stands behind the name.
  package var argument: String {
    String(decoding: Array(text.utf8)[argumentRange], as: UTF8.self)
  }

  /// The name of the command whose argument is SQL of the database.
  package static let sqlName = "raw"

  /// Whether the argument is SQL of the database.
  package var takesSQL: Bool { name.lowercased() == Self.sqlName }
}

/// Where in the grammar a text ends: what decides what may come.
package enum StatementEnd: Sendable, Equatable {
  /// Nothing was typed, or `count` alone.
  case beginning
  /// A clause may come, or nothing; `where` only directly behind an entity.
  case clauses(allowsWhere: Bool)
  /// A word of a clause has to come: `by`, `of`, `each`.
  case word(String)
  /// A part of a clause that began at the offset: a condition, a column, a key.
  case expression(ClauseKind, from: Int)
  /// A name has to come, behind `as`.
  case name
  /// A whole number has to come.
  case number
  /// An entity has to come, behind the verb of a statement that changes data.
  case entity
  /// The name of a member that gets a value may come, or has to.
  case member(isRequired: Bool)
  /// The value of a member, which began at the offset.
  case assigned(String, from: Int)
  /// The condition on objects of an entity that a member gets, in brackets, which began at the offset.
  case selection(String, from: Int)
  /// Nothing can come: a command, a comment, a semicolon.
  case closed
}
