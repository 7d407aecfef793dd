import PredicateModel
import PredicateSyntax

/// The candidates at the cursor in a statement: entities, clauses, and their contents.
struct StatementCandidates {
  let expected: StatementExpectation
  /// The candidates inside a condition or a value.
  let condition: ConditionCandidates
  let entities: [CompletionCandidate]

  var all: [CompletionCandidate] {
    switch expected.end {
    case .beginning:
      entities + (expected.entity == nil ? [] : condition.start()) + [CompletionCandidate("count", .clause)]
        + Self.verbs
        + (expected.entity == nil ? [] : ofCurrentEntity)
    case .clauses(let allowsWhere): (allowsWhere ? [Self.whereWord] : []) + clauses
    case .word(let word): [CompletionCandidate(word, .clause)]
    case .name, .number, .closed: []
    case .entity: entities
    case .member: members
    case .assigned(let member, _): insideAssignment(of: member)
    case .selection: insideSelection
    case .expression(.where, _), .expression(.having, _): insideCondition
    case .expression(let kind, _): insideValues(of: kind)
    }
  }

  /// The functions and clauses that may begin a statement about the current entity.
  private var ofCurrentEntity: [CompletionCandidate] {
    condition.functions(typed: expected.typed) + (expected.typed.isEmpty ? [] : [Self.whereWord] + clauses)
  }

  private static let verbs = ChangeVerb.allCases.map { CompletionCandidate($0.rawValue, .clause) }

  private static let whereWord = CompletionCandidate("where", .clause)

  /// The clauses that the statement does not have yet, the most useful ones first.
  private var clauses: [CompletionCandidate] {
    [ClauseKind.sort, .limit, .offset, .show, .group, .having, .first].filter(expected.clauses.contains)
      .map { CompletionCandidate($0.words, .clause) }
  }

  private var insideCondition: [CompletionCandidate] {
    let expectation = expected.cursor.expectation
    let candidates = condition.candidates(for: expectation, typed: expected.typed) + aggregates
    guard case .connective = expectation, expected.cursor.depth == 0 else { return candidates }
    return candidates + clauses
  }

  // MARK: Statements that change data

  /// The members of the entity that the statement does not assign yet.
  private var members: [CompletionCandidate] {
    guard let entity = expected.entity else { return [] }
    let taken = expected.change?.assignments.map(\.member) ?? []
    let all =
      entity.attributes.map { ($0.name, CompletionCandidate.Kind.attribute) }
      + entity.relationships.map { ($0.name, .relationship) }
    return all.filter { name, _ in !taken.contains { $0.hasSameScalars(as: name) } }.map { name, kind in
      CompletionCandidate(name.asStatementName, kind, suffix: " = ")
    }
  }

  /// The candidates for a member's value, or after the value.
  private func insideAssignment(of member: String) -> [CompletionCandidate] {
    let cursor = expected.cursor
    if cursor.isComplete {
      let next = [CompletionCandidate(",", .keyword)]
      return expected.change?.verb == .update ? [Self.whereWord] + next : next
    }
    var candidates = condition.candidates(for: cursor.expectation, typed: expected.typed)
    if case .relationship(let relationship)? = expected.entity?.member(named: member) {
      // Functions are left out, because none returns objects.
      candidates.removeAll { $0.kind == .function }
      candidates = objects(for: relationship) + candidates
    }
    // Properties are left out for an insertion, whose object does not exist yet.
    guard expected.change?.verb == .insert else { return candidates }
    return candidates.filter { $0.kind != .attribute && $0.kind != .relationship }
  }

  /// The candidates `Friend[` and `(Friend where` for the assignment of a relationship.
  private func objects(for relationship: Relationship) -> [CompletionCandidate] {
    let name = relationship.destination.asStatementName
    let byKey = CompletionCandidate(ObjectReference.labelStart(relationship.destination), .entity, suffix: "")
    switch expected.cursor.expectation {
    case .operand:
      let opening = relationship.cardinality == .toMany ? [CompletionCandidate("{", .keyword, suffix: "")] : []
      return [byKey, CompletionCandidate("(\(name) where", .entity)] + opening
    case .element: return [byKey]
    // The cursor is after the opening parenthesis of a selection.
    case .value where expected.cursor.depth == 1: return [CompletionCandidate("\(name) where", .entity)]
    default: return []
    }
  }

  /// The candidates inside the condition that selects the objects for a relationship.
  private var insideSelection: [CompletionCandidate] {
    let expectation = expected.cursor.expectation
    let candidates = condition.candidates(for: expectation, typed: expected.typed)
    guard case .connective = expectation, expected.cursor.depth == 0 else { return candidates }
    return candidates + [CompletionCandidate(")", .keyword)]
  }

  private func insideValues(of kind: ClauseKind) -> [CompletionCandidate] {
    let cursor = expected.cursor
    if cursor.isComplete {
      let own = kind == .sort ? ["desc", "asc"] : kind == .first ? [] : ["as"]
      return own.map { CompletionCandidate($0, .clause) } + clauses
    }
    if kind == .sort, case .index = cursor.expectation, cursor.depth == 1 { return Self.sortOptions }
    var candidates = condition.candidates(for: cursor.expectation, typed: expected.typed)
    // Functions are left out, because most sort keys are properties.
    if kind == .sort, cursor.depth == 0 { candidates.removeAll { $0.kind == .function } }
    candidates += aggregates + spokenCalls(of: kind)
    guard kind == .show, case .value = cursor.expectation, cursor.depth == 0 else { return candidates }
    return candidates + [CompletionCandidate("distinct", .clause)]
  }

  /// The aggregates, if a value of a group is expected; otherwise empty.
  private var aggregates: [CompletionCandidate] {
    guard expected.isAboutGroups else { return [] }
    switch expected.cursor.expectation {
    case .condition, .operand, .value: return Self.aggregates
    default: return []
    }
  }

  /// Proposals for values of other rows: `previous`, `next`, `running`, `rank`, `total(`. After `group by` only `each` is proposed, which groups by
  /// each element of a collection. Like functions, they are proposed only after a letter was typed.
  private func spokenCalls(of kind: ClauseKind) -> [CompletionCandidate] {
    guard kind != .sort, case .value = expected.cursor.expectation, !expected.typed.isEmpty else { return [] }
    let words = kind == .group ? ["each"] : ["previous", "next", "running", "rank", "total("]
    return words.map { CompletionCandidate($0, .function, suffix: $0.hasSuffix("(") ? "" : " ") }
  }

  private static let aggregates = [
    "count()", "sum(", "avg(", "min(", "max(", "median(", "mode(", "stddev(", "variance(", "percentile(",
    "groupConcat(",
  ].map {
    CompletionCandidate($0, .function, suffix: "")
  }

  private static let sortOptions = ["cd]", "c]", "d]", "l]"].map { CompletionCandidate($0, .option) }
}
