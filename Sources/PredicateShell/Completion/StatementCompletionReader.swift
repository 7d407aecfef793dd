import PredicateModel
import PredicateSyntax
import PredicateValues

/// Follows an unfinished statement: its entity, its condition, its clauses.
struct StatementCompletionReader {
  private enum Place {
    /// Nothing has been typed.
    case start
    case condition
    /// Behind an entity without a condition.
    case clauses
    /// Behind `sort` and `group`.
    case sort(clause: String)
    /// Behind `sort by`, `group by`, `show` and their commas.
    case key(clause: String)
    /// Behind `as`.
    case name(clause: String)
    /// Behind `limit`, `offset`, and behind their number.
    case number(isThere: Bool)
  }

  private let model: DataModel
  private let variables: [(name: String, type: QueryType)]
  private var entity: Entity?
  private var place = Place.start
  private var reader: CompletionReader
  private var seen: Set<String> = []
  /// What rows are grouped by.
  private var keys: [Name] = []
  /// Columns that were given a name.
  private var columns: [Name] = []
  /// The pieces of the key or column that is being read.
  private var pieces: [CompletionToken] = []
  private var isHaving = false
  private typealias Name = (name: String, place: CompletionPlace)
  private static let clauses = ClauseParser.words

  /// A reader at the beginning of a statement.
  init(model: DataModel, currentEntity: String?, variables: [(name: String, type: QueryType)]) {
    self.model = model
    self.variables = variables
    entity = currentEntity.flatMap { model.entity(named: $0) }
    reader = CompletionReader(
      model: model, root: entity.map { .object($0) } ?? .unknown, variables: variables)
  }

  /// What properties belong to.
  var root: CompletionPlace { entity.map { .object($0) } ?? .unknown }

  /// What properties belong to where the text ends: of groups none, but in a function that is computed of their objects.
  var scope: CompletionPlace { isAboutGroups ? .unknown : root }

  /// What else can be named there: the keys of groups, and the columns that have a name.
  var names: [(name: String, place: CompletionPlace)] {
    switch place {
    case .key(let clause) where reader.isInCall || clause == "group by": []
    case .key(let clause): (seen.contains("group") ? keys : []) + (clause == "sort" ? columns : [])
    default: isAboutGroups ? keys + columns : []
    }
  }

  private var isAboutGroups: Bool {
    guard !reader.isInCall else { return false }
    switch place {
    case .key(let clause): return clause != "group" && seen.contains("group")
    case .condition: return isHaving
    default: return false
    }
  }

  /// The variables that can be named.
  var visibleVariables: [(name: String, place: CompletionPlace)] { reader.visibleVariables }

  // MARK: Reading

  /// Takes the next piece.
  mutating func take(_ token: CompletionToken, next: CompletionToken?) {
    switch place {
    case .start:
      if token.kind == .word, token.isWord("COUNT"), next?.kind != .sign, next?.isMark(".") != true { return }
      if token.kind == .word, let found = model.entity(spelled: token.text), next.map(Self.followsEntity) ?? true {
        entity = found
        restart()
        place = .clauses
      } else if beginsWithClause(token, next: next) {
        place = .clauses
        takeClause(token)
      } else {
        place = .condition
        reader.take(token, next: next)
      }
    case .number(false) where token.kind == .number: place = .number(isThere: true)
    case .clauses, .number, .name: takeClause(token)
    case .sort(let clause): if token.isWord("BY") { begin(.key(clause: clause)) }
    case .condition:
      if reader.isComplete, token.kind == .word, startsClause(token) { return takeClause(token) }
      reader.take(token, next: next)
    case .key(let clause): takeKey(token, next: next, clause: clause)
    }
  }

  private static func followsEntity(_ token: CompletionToken) -> Bool {
    token.isWord("WHERE") || clauses.contains { token.isWord($0.uppercased()) }
  }

  /// A clause without an entity is about the current one, unless it is a property that an operator or a dot follows.
  private func beginsWithClause(_ token: CompletionToken, next: CompletionToken?) -> Bool {
    guard token.kind == .word, token.isWord("WHERE") || startsClause(token), entity?.member(named: token.text) == nil
    else {
      return false
    }
    return next?.kind != .sign && next?.isMark(".") != true
  }

  private func startsClause(_ token: CompletionToken) -> Bool {
    Self.clauses.contains { token.isWord($0.uppercased()) }
  }

  private mutating func takeClause(_ token: CompletionToken) {
    if case .clauses = place, token.isWord("WHERE") { return begin(.condition) }
    if case .name(let clause) = place, token.kind == .word, !startsClause(token) {
      rename(token.text, clause)
      place = .key(clause: clause)
      return reader.take(CompletionToken(kind: .number, text: "0", range: token.range), next: nil)
    }
    guard startsClause(token) else { return }
    let clause = token.text.lowercased()
    finishPiece()
    isHaving = clause == "having"
    seen.insert(clause)
    switch clause {
    case "sort", "group": place = .sort(clause: clause)
    case "show": begin(.key(clause: clause))
    case "having": begin(.condition)
    default: place = .number(isThere: false)
    }
  }

  private mutating func takeKey(_ token: CompletionToken, next: CompletionToken?, clause: String) {
    if token.isMark(","), reader.depth == 0 {
      finishPiece()
      return begin(.key(clause: clause))
    }
    if clause == "show", token.isWord("DISTINCT"), entity?.member(named: token.text) == nil {
      return begin(.key(clause: clause))
    }
    if reader.isComplete, token.kind == .word {
      if startsClause(token) { return takeClause(token) }
      if clause != "sort", token.isWord("AS") {
        finishPiece()
        place = .name(clause: clause)
        return
      }
      if clause == "sort" { return }
    }
    pieces.append(token)
    reader.take(token, next: next)
  }

  /// A key of groups has its text for a name, until it is given another.
  private mutating func finishPiece() {
    defer { pieces = [] }
    guard case .key(let clause) = place, clause == "group", !pieces.isEmpty else { return }
    keys.append((pieces.map(\.text).joined(), reader.value ?? .unknown))
  }

  private mutating func rename(_ name: String, _ clause: String) {
    let place = reader.value ?? .unknown
    if clause == "group", !keys.isEmpty { keys[keys.count - 1] = (name, place) } else { columns.append((name, place)) }
  }

  private mutating func begin(_ place: Place) {
    self.place = place
    restart()
  }

  private mutating func restart() {
    let readsValues = if case .key = place { true } else { false }
    reader = CompletionReader(
      model: model, root: root, variables: variables, names: names, readsValues: readsValues)
  }

  // MARK: Candidates

  /// What may come.
  func candidates(
    from condition: ConditionCandidates, typed: String, entities: [CompletionCandidate]
  ) -> [CompletionCandidate] {
    switch place {
    case .start:
      condition.start() + entities + [CompletionCandidate("count", .clause)] + condition.functions(typed: typed)
        + (typed.isEmpty ? [] : [CompletionCandidate("where", .clause)] + clauseWords)
    case .clauses: [CompletionCandidate("where", .clause)] + clauseWords
    case .sort: [CompletionCandidate("by", .clause)]
    case .number(let isThere): isThere ? clauseWords : []
    case .name: []
    case .key(let clause): keys(clause, condition, typed: typed)
    case .condition: inside(condition, typed: typed)
    }
  }

  private func inside(_ condition: ConditionCandidates, typed: String) -> [CompletionCandidate] {
    let candidates = condition.candidates(for: reader.expectation, typed: typed) + aggregates
    guard case .connective = reader.expectation, reader.depth == 0 else { return candidates }
    return candidates + clauseWords
  }

  private func keys(_ clause: String, _ condition: ConditionCandidates, typed: String) -> [CompletionCandidate] {
    if reader.isComplete {
      let own = clause == "sort" ? ["desc", "asc"] : ["as"]
      return own.map { CompletionCandidate($0, .clause) } + clauseWords
    }
    if clause == "sort", case .index = reader.expectation, reader.depth == 1 { return Self.sortOptions }
    var candidates = condition.candidates(for: reader.expectation, typed: typed)
    // An order goes by properties; what it could be computed by is for those who know.
    if clause == "sort", reader.depth == 0 { candidates.removeAll { $0.kind == .function } }
    candidates += aggregates
    guard clause == "show", case .value = reader.expectation, reader.depth == 0 else { return candidates }
    return candidates + [CompletionCandidate("distinct", .clause)]
  }

  /// What is computed of groups, where a value of one is expected.
  private var aggregates: [CompletionCandidate] {
    guard isAboutGroups else { return [] }
    switch reader.expectation {
    case .condition, .operand, .value: return Self.aggregates
    default: return []
    }
  }

  private static let aggregates = ["count()", "sum(", "avg(", "min(", "max("].map {
    CompletionCandidate($0, .function, suffix: "")
  }

  private static let sortOptions = ["cd]", "c]", "d]", "l]"].map { CompletionCandidate($0, .option) }

  /// The clauses that are not there yet.
  private var clauseWords: [CompletionCandidate] {
    Self.clauses.filter { !seen.contains($0) && ($0 != "having" || seen.contains("group")) }
      .map { CompletionCandidate(["sort", "group"].contains($0) ? $0 + " by" : $0, .clause) }
  }
}
