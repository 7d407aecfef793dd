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
  /// How the entity is named; nil for a statement that has no text.
  package let subject: StatementSubject?
  /// Whether only the number of rows is wanted.
  package var isCount = false
  /// The clauses in written order.
  package internal(set) var clauses: [StatementClause] = []
  /// The text that contains the statement: places are places in it.
  package let text: String
  /// The offset in ``text`` of the statement: after the command that it is an argument of.
  package let start: Int
  /// The notes of reading.
  package internal(set) var notes: [PredicateIssue] = []
  /// The condition of the place where the statement was typed, which its own condition adds to; nil for all objects of the entity.
  package internal(set) var placeCondition: QueryPredicate?

  /// All objects of an entity, without a text.
  package init(_ entity: String) {
    self.init(entity, nil, text: "", start: 0)
  }

  init(_ entity: String, _ subject: StatementSubject?, text: String, start: Int) {
    self.entity = entity
    self.subject = subject
    self.text = text
    self.start = start
  }

  /// Whether the text has the entity's name.
  package var namesEntity: Bool {
    if case .written = subject { true } else { false }
  }

  /// The object that the statement names: `Customer[2]`; nil for any other statement.
  package var object: QueryExpression? {
    guard clauses.count == 1, case .condition(let predicate?) = clauses[0].content,
      case .comparison(let comparison) = predicate.node, case .written(let place)? = subject,
      place.lowerBound == comparison.left.range.lowerBound
    else { return nil }
    return comparison.right
  }

  /// The fetch of the clauses.
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

/// The entity that a statement is about, and how it is named.
package enum StatementSubject: Sendable {
  /// The text has the entity's name.
  case written(SourceRange)
  /// The current entity, and a condition begins at the offset: `ENTITY where` belongs before it.
  case beforeCondition(Int)
  /// The current entity. A clause begins at the offset, or only `count` precedes it: the entity belongs there.
  case beforeClauses(Int)
}

/// A clause of a statement as it was read.
package struct StatementClause: Sendable {
  /// The content of a clause. A part with a mistake is left out; the tree has the issue.
  package enum Content: Sendable {
    case condition(QueryPredicate?)
    case columns([StatementColumn], isDistinct: Bool)
    case keys([QuerySortKey])
    case number(Int?)
    case first(Int?, of: [QueryExpression])
  }

  package let kind: ClauseKind
  /// The place of the clause, its words included.
  package let range: SourceRange
  package internal(set) var content: Content
}

/// A clause of a statement by the words that begin it, in the order of printed statements.
package enum ClauseKind: String, Sendable, CaseIterable {
  /// `where PREDICATE`: always the first.
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

  /// Whether the word `by` follows.
  package var takesBy: Bool { self == .group || self == .sort }

  /// How the clause begins: `sort by`.
  package var words: String { takesBy ? word + " by" : word }

  /// The clauses that may come in any order, each once.
  package static let unordered = allCases.filter { $0 != .where }

  package static let allWords = allCases.map(\.word)

  /// The words that end a condition or a value: those of clauses, and the ORDER of ORDER BY.
  static let endWords = allWords + ["order"]

  package init?(_ token: SourceToken) {
    guard let kind = Self.allCases.first(where: { token.isWord($0.word) }) else { return nil }
    self = kind
  }
}

/// A column of `show`, or a key of `group by`.
package struct StatementColumn: Sendable {
  /// The value and its name: the one after `as`, or the text of the value.
  package let column: FetchedColumn
  /// The UTF-8 offsets of the value, without `as NAME`.
  package let range: Range<Int>
  /// Whether `as NAME` follows it.
  package let isNamed: Bool
}
