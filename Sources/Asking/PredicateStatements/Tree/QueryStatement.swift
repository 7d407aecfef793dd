import PredicateModel
import PredicateSyntax

/// A statement that fetches objects, values or groups: `[count] [ENTITY] [where PREDICATE] CLAUSES`.
///
/// ```swift
/// let tree = StatementParser(model: model, currentEntity: "Movie").parse("year > 1990 sort by title limit 3")
/// if case .query(let query) = tree.content { query.clauses.map(\.kind) }  // where, sort, limit
/// ```
package struct QueryStatement: Sendable {
  package let entity: String
  /// How the text names the entity; nil for a statement without a text.
  package let subject: StatementSubject?
  /// Whether the statement asks only for the number of rows.
  package var isCount = false
  /// The clauses in the order of the text.
  package internal(set) var clauses: [StatementClause] = []
  /// The text that contains the statement. All ranges refer to it.
  package let text: String
  /// The offset at which the statement begins in ``text``. It is not 0 if the statement is the argument of a command.
  package let start: Int
  /// The notes of the parser.
  package internal(set) var notes: [PredicateIssue] = []
  /// The condition of the place where the statement was typed. The statement's own condition is added to it. Nil for all objects of the entity.
  package internal(set) var placeCondition: QueryPredicate?

  /// A statement for all objects of an entity, without a text.
  package init(_ entity: String) {
    self.init(entity, nil, text: "", start: 0)
  }

  init(_ entity: String, _ subject: StatementSubject?, text: String, start: Int) {
    self.entity = entity
    self.subject = subject
    self.text = text
    self.start = start
  }

  /// Whether the text contains the entity's name.
  package var namesEntity: Bool {
    if case .written = subject { true } else { false }
  }

  /// The object that the statement consists of: `Customer[2]`; nil for any other statement.
  package var object: QueryExpression? {
    guard clauses.count == 1, case .condition(let predicate?) = clauses[0].content,
      case .comparison(let comparison) = predicate.node, case .written(let place)? = subject,
      place.lowerBound == comparison.left.range.lowerBound
    else { return nil }
    return comparison.right
  }

  /// The fetch that the clauses describe.
  package var fetch: EntityFetch {
    var fetch = EntityFetch(entity)
    for clause in clauses {
      switch (clause.kind, clause.content) {
      case (.where, .condition(let predicate)): fetch.predicate = predicate
      case (.having, .condition(let predicate)): fetch.having = predicate
      case (.group, .columns(let columns, _)): fetch.groupBy = columns.map(\.column)
      case (_, .columns(let columns, let isDistinct)):
        fetch.columns = columns.map(\.column)
        fetch.isDistinct = isDistinct
      case (_, .keys(let keys)): fetch.sortKeys = keys
      case (.limit, .number(let number)): fetch.limit = number
      case (_, .number(let number)): fetch.offset = number ?? 0
      case (_, .first(let count, let keys)): fetch.firstOfEach = count.map { FirstOfEach($0, of: keys) }
      case (_, .condition): break
      }
    }
    if let placeCondition { fetch.predicate = fetch.predicate.map { .and([placeCondition, $0]) } ?? placeCondition }
    return fetch
  }
}

/// How a statement names its entity.
package enum StatementSubject: Sendable {
  /// The text contains the entity's name in this range.
  case written(SourceRange)
  /// The current entity is meant, and a condition begins at the offset. `ENTITY where` can be inserted there.
  case beforeCondition(Int)
  /// The current entity is meant, and a clause (or the end, after `count`) is at the offset. The entity can be inserted there.
  case beforeClauses(Int)
}

/// A clause of a statement, as parsed.
package struct StatementClause: Sendable {
  /// The content of a clause. Parts with errors are left out; the tree contains their issues.
  package enum Content: Sendable {
    case condition(QueryPredicate?)
    case columns([StatementColumn], isDistinct: Bool)
    case keys([QuerySortKey])
    case number(Int?)
    case first(Int?, of: [QueryExpression])
  }

  package let kind: ClauseKind
  /// The range of the clause, including its keyword.
  package let range: SourceRange
  package internal(set) var content: Content
}

/// The kind of a clause, which its first word determines. The cases are in the order of printed statements.
package enum ClauseKind: String, Sendable, CaseIterable {
  /// `where PREDICATE`, which is always the first clause.
  case `where`
  /// `group by KEY, KEY as NAME`
  case group
  /// `having PREDICATE`
  case having
  /// `show [distinct] VALUE, VALUE as NAME`
  case show
  /// `sort by KEY desc, KEY[cd]`
  case sort
  /// `first NUMBER of each KEY, KEY`
  case first
  /// `limit NUMBER`
  case limit
  /// `offset NUMBER`
  case offset

  /// The word that begins the clause.
  package var word: String { rawValue }

  /// Whether the word `by` must follow.
  package var takesBy: Bool { self == .group || self == .sort }

  /// The words that begin the clause: `sort by`.
  package var words: String { takesBy ? word + " by" : word }

  /// The clauses that may be in any order. Each can occur only once.
  package static let unordered = allCases.filter { $0 != .where }

  package static let allWords = allCases.map(\.word)

  /// The words that end a condition or a value: the keywords of clauses, and the ORDER of ORDER BY.
  static let endWords = allWords + ["order"]

  package init?(_ token: SourceToken) {
    guard let kind = Self.allCases.first(where: { token.isWord($0.word) }) else { return nil }
    self = kind
  }
}

/// A column of `show`, or a key of `group by`.
package struct StatementColumn: Sendable {
  /// The value and its name. The name is the one after `as`, otherwise the text of the value.
  package let column: FetchedColumn
  /// The UTF-8 offsets of the value, without `as NAME`.
  package let range: Range<Int>
  /// Whether the text contains `as NAME` after the value.
  package let isNamed: Bool
}
