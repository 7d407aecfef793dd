import PredicateModel
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// The argument of `.go`: where the navigation starts, and the relationships that it follows.
struct WalkTarget {
  enum Start {
    /// A row of the last answer; the first row is 1.
    case row(Int)
    /// An object by its key.
    case key(Entity, [QueryValue])
    case here
  }

  let start: Start
  let startRange: SourceRange
  let steps: [Step]

  /// A relationship to follow. The first step may also be a column of the last answer.
  struct Step {
    let name: String
    /// Whether the step follows all levels of the relationship: `reports*`.
    let hasAllLevels: Bool
    let range: SourceRange

    /// The text of the step in a statement.
    var text: String { hasAllLevels ? QueryKeyPath.levels(of: name.asStatementName) : name.asStatementName }
  }
}

extension ShellSession {
  /// Navigates to a place and shows it. A place is an object or a list of objects.
  func go(to target: WalkTarget) throws {
    var steps = target.steps[...]
    let walker = ObjectWalk(answers, variables: queryVariables)
    if case .row(let row) = target.start, steps.isEmpty,
      let fetch = try walker.members(ofRow: row, of: query(ofRow: row, at: target.startRange).fetch)
    {
      return try show(
        .list(read(fetch, at: target.startRange)), path: fetch.placeText, entity: fetch.entity, at: target.startRange,
        isNew: true)
    }
    var (object, path) = try start(of: target, &steps, walker)
    while let step = steps.popFirst() {
      let range = step.range
      let relationship = try relationship(step.name, of: object.entity, at: range)
      path += ".\(step.text)"
      guard step.hasAllLevels || relationship.cardinality == .toMany else {
        object = try walker.object(from: object, along: relationship, at: range)
        continue
      }
      if let next = steps.first {
        throw PredicateIssue.walkOfMany(step.text, next.name, relationship.destination, range: next.range)
      }
      let fetch =
        step.hasAllLevels
        ? try walker.fetch(ofLevelsOf: relationship, from: object, at: range)
        : try walker.fetch(of: relationship, from: object, at: range)
      let query = try read(fetch, at: range)
      return try show(.list(query), path: path, entity: relationship.destination, at: range, isNew: true)
    }
    try show(
      .object(object), path: path, entity: object.entity.name, at: target.steps.last?.range ?? target.startRange,
      isNew: true)
  }

  /// Returns to the previous place and shows it.
  func goBack(at range: SourceRange) throws {
    guard walk.steps.popLast() != nil else { throw PredicateIssue.noWalk(range) }
    guard let step = walk.steps.last else {
      currentEntity = walk.home
      return
    }
    try show(step.place, path: step.path, entity: step.entity, at: range, isNew: false)
  }

  /// The object at which the navigation starts. If the first step is a column of the answer, it is removed from `steps`.
  private func start(
    of target: WalkTarget, _ steps: inout ArraySlice<WalkTarget.Step>, _ walker: ObjectWalk
  ) throws -> (WalkedObject, path: String) {
    switch target.start {
    case .here:
      guard let (object, path) = walk.object else { throw PredicateIssue.noWalk(target.startRange) }
      return (object, path)
    case .key(let entity, let key):
      let object = WalkedObject(entity, key: key)
      try PredicateIssue.placing(at: target.startRange) { () throws(PredicateIssue) in
        try object.checkKey(in: answers.model)
      }
      return (object, object.label)
    case .row(let row):
      let query = try query(ofRow: row, at: target.startRange)
      let found: WalkedObject?
      if let step = steps.first, !step.hasAllLevels, case let name = step.name,
        answers.model.entity(named: query.entity)?.member(named: name) == nil,
        let reference = reference(in: name, row: row)
      {
        steps.removeFirst()
        found = try walker.object(reference)
      } else {
        found = try walker.object(row: row, of: query.fetch, at: target.startRange)
      }
      guard let found else { throw PredicateIssue.objectIsGone("row \(row) any more", range: target.startRange) }
      return (found, found.label)
    }
  }

  /// The statement of the last answer, for its row `row`; the first row is 1. Throws if the answer has fewer rows.
  private func query(ofRow row: Int, at range: SourceRange) throws(PredicateIssue) -> QueryStatement {
    guard case .query(let query)? = lastSource, let lastAnswer else { throw .noRows(range, in: database.model) }
    guard row <= lastAnswer.total else { throw .noRow(row, of: lastAnswer.total, range: range) }
    return query
  }

  /// The fetch of a list of objects as a parsed statement.
  private func read(_ fetch: EntityFetch, at range: SourceRange) throws(PredicateIssue) -> QueryStatement {
    guard let query = parser.parse(fetch.statementText).query else {
      throw .unwalkable(fetch.statementText, range: range)
    }
    return query
  }

  /// The object that a column of the last answer shows in a row.
  private func reference(in column: String, row: Int) -> ObjectReference? {
    guard let table = lastAnswer?.table, table.rows.indices.contains(row - 1),
      let place = table.columns.firstIndex(where: { $0.hasSameScalars(as: column) }),
      case .reference(let reference) = table.rows[row - 1][place]
    else { return nil }
    return reference
  }

  private func relationship(_ name: String, of entity: Entity, at range: SourceRange) throws(PredicateIssue)
    -> Relationship
  {
    if let relationship = entity.relationship(named: name) { return relationship }
    throw .noRelationship(name, of: entity, range: range)
  }

  /// Shows a place. If it is new, it is appended to the steps, after the answer from which it was reached.
  private func show(_ place: Walk.Place, path: String?, entity: String?, at range: SourceRange, isNew: Bool) throws {
    let former = lastSource
    let here = walk.steps.last
    switch place {
    case .list(let query): try AnswerWriter(session: self).run(query)
    case .object(let object): try show(ObjectWalk(answers, variables: queryVariables).card(of: object, at: range))
    }
    if isNew {
      if walk.steps.isEmpty { walk.home = currentEntity }
      if case .query(let query)? = former, walk.list?.canonicalText != query.canonicalText {
        // A list does not change the current entity and the condition, so the new step takes them from the last one.
        walk.steps.append(
          Walk.Step(place: .list(query), path: here?.path, entity: currentEntity, condition: here?.condition))
      }
      walk.steps.append(Walk.Step(place: place, path: path, entity: entity, condition: place.condition))
    }
    currentEntity = entity
  }

  private func show(_ card: ObjectCard) throws {
    guard !mode.isForPrograms else {
      _ = mode.renderer.render(
        ShownTable(card.table, timeZone: settings.timeZone, nilText: settings.nilText), layout: layout, to: output)
      return
    }
    let writer = ValueText(timeZone: settings.timeZone)
    func text(_ value: QueryValue) -> String? { value.isNull ? nil : writer.text(of: value) }
    let lines = card.parts.map { part -> CardText.Line in
      switch part.content {
      case .value(let value): return CardText.Line(part.name, text(value))
      case .object(let object, let title):
        let label = object.map { [$0.label, title.flatMap(text)].compactMap(\.self).joined(separator: "  ") }
        return CardText.Line(part.name, label, isLink: object != nil)
      case .objects(let entity, let count), .referrers(let entity, let count):
        let noun = EntityNoun(entity)
        return CardText.Line(part.name, count.map { noun.counted($0) } ?? noun.plural, isLink: true)
      }
    }
    screen.present { output in
      CardText(style: layout.style, nilText: settings.nilText)
        .write(card.object.label, title: card.title.flatMap(text), lines, to: output)
    }
  }
}

extension Walk.Place {
  /// The condition for the objects at the place; nil for a row without a key.
  fileprivate var condition: QueryPredicate? {
    switch self {
    case .list(let query): query.fetch.predicate?.withoutPlaces
    case .object(let object): object.condition?.withoutPlaces
    }
  }
}

extension EntityFetch {
  /// The text of the fetch for a prompt: `Movie where genre == "Noir"`.
  fileprivate var placeText: String { CellText.shortened(statementText, to: 60) }
}

extension PredicateIssue {
  fileprivate static func noWalk(_ range: SourceRange) -> PredicateIssue {
    .error(
      "no-walk", range, "no object is selected",
      hint: "run a statement that finds objects, and then write .go 1")
  }

  fileprivate static func noRows(_ range: SourceRange, in model: DataModel) -> PredicateIssue {
    .error(
      "no-answer", range, "there is no answer whose rows are objects",
      hint: model.entities.first.map { "run a statement that finds objects: \($0.name.asStatementName) limit 3" })
  }

  fileprivate static func noRow(_ row: Int, of count: Int, range: SourceRange) -> PredicateIssue {
    .error(
      "no-row", range, "the last answer has \(count) \(count == 1 ? "row" : "rows"), and no row \(row)", kind: .domain)
  }

  fileprivate static func walkOfMany(
    _ name: String, _ next: String, _ entity: String, range: SourceRange
  ) -> PredicateIssue {
    .error(
      "walk-of-many", range, "\(name) has many objects of \(entity), but .\(next) needs a single object",
      hint: "write .go \(name) to list the objects, and then .go 1.\(next)", kind: .type)
  }

  fileprivate static func noRelationship(_ name: String, of entity: Entity, range: SourceRange) -> PredicateIssue {
    let known = entity.relationships.map(\.name)
    if entity.member(named: name) != nil {
      return .error(
        "no-relationship", range, "\(name) of \(entity.name) is a value, not a relationship",
        hint: listed(known, of: "its relationships are"), kind: .type)
    }
    return .error(
      "no-relationship", range, "\(entity.name) has no relationship “\(name)”",
      hint: listed(known, of: "its relationships are"), kind: .unknownKey
    ).suggesting(NearestSpelling.of(name, among: known))
  }

  fileprivate static func unwalkable(_ statement: String, range: SourceRange) -> PredicateIssue {
    .error("unwalkable", range, "no statement finds these objects: \(statement)", kind: .unsupported)
  }
}
