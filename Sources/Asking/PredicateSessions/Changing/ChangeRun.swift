import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateObjects
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Runs statements that change data in an object context. If one of them fails, none of them has an effect. Only ``ChangeHistory/save()`` writes to
/// the database.
///
/// ```swift
/// let didChange = try ChangeRun(statements, variables: [:]).run(on: history) { preview in
///   print(preview.lines.joined(separator: "\n"))
///   return preview.objectCount <= 100
/// }
/// ```
package struct ChangeRun {
  package let statements: [ChangeStatement]
  /// The values of the variables in the statements.
  package let variables: QueryVariables
  /// The name of the undo step; nil for the text of the statements.
  package var name: String?
  /// Called between two objects. If it throws, the run stops and nothing has changed.
  package var checkCancellation: () throws -> Void = {}
  /// The number of rows from which on a statement changes rows directly, without objects (``KeptRows``).
  package var leastKeptRows = 1_000

  private struct Declined: Error {}

  /// A run of statements with values for their variables.
  package init(_ statements: [ChangeStatement], variables: QueryVariables) {
    self.statements = statements
    self.variables = variables
  }

  /// Runs the statements in their order, as one undo step.
  ///
  /// - Parameter agrees: Receives the preview of the changes. True keeps them, false reverts them.
  /// - Returns: Whether the changes were kept.
  /// - Throws: ``PredicateIssue`` or ``StatementFailure`` for a wrong statement, and errors of `agrees` and of the database. If it throws, nothing
  ///   has changed.
  package func run(on history: ChangeHistory, agrees: (ChangePreview) throws -> Bool) throws -> Bool {
    if let kept = try keptRows(history) {
      guard try agrees(ChangePreview(statements[0], of: kept)) else { return false }
      history.note(KeptChange(rows: kept, run: self), named: text)
      return true
    }
    try history.changeObjects()
    return try runOnObjects(history, agrees: agrees)
  }

  private var text: String { name ?? statements.map(\.canonicalText).joined(separator: "; ") }

  /// The direct change of rows, for a single statement that changes many rows and does not need their objects; otherwise nil.
  private func keptRows(_ history: ChangeHistory) throws -> (any KeptRows)? {
    guard statements.count == 1, let change = statements.first, change.verb != .insert, !history.areUnsaved else {
      return nil
    }
    let context = history.context
    let binder = try ChangeBinder(change, context, variables: variables)
    // For an entity that cannot be changed, the statement runs on objects, because that path reports the reason.
    guard context.canChange(entity: change.entity) else { return nil }
    let targets = try binder.targets()
    var values: [RowValue] = []
    for target in targets {
      guard let value = try rowValue(target, binder.entity) else { return nil }
      values.append(value)
    }
    if try UnreadableReads(change, binder.entity, context, variables).mayExist(inValues: targets) { return nil }
    return try context.keptRows(
      of: change.selection, setting: change.verb == .delete ? nil : values, variables: variables,
      atLeast: leastKeptRows)
  }

  /// The new value of a row's column; nil if computing it needs objects.
  private func rowValue(_ target: ChangeTarget, _ entity: Entity) throws -> RowValue? {
    switch (target.member, target.source, target.assignment.value) {
    case (.attribute(let attribute), .computed, .expression(let expression)):
      if case .literal(.string(let text)) = expression.node, attribute.type.isWrittenAsText {
        switch attribute.type.value(ofText: text) {
        case .date(let seconds)?: return RowValue(target.member, .literal(.date(seconds)), refusesNil: false)
        case .uuid(let uuid)?: return RowValue(target.member, .literal(.uuid(uuid)), refusesNil: false)
        case .url(let text)?: return RowValue(target.member, .literal(.url(text)), refusesNil: false)
        default: return nil
        }
      }
      if attribute.type == .date, attribute.writtenForm != nil, ClockFinder.finds(in: expression) {
        // `now()` is the same moment for all rows. It is rounded to the precision of the column's other texts.
        guard case .call("now", _) = expression.node,
          case .date(let now) = try expression.constant(variables: variables),
          case .date(let moment) = attribute.shortened(.date(now))
        else { return nil }
        return RowValue(target.member, .literal(.date(moment)), refusesNil: false)
      }
      // `refusesNil` makes a nil result an error if the expression divides, because a division by 0 must be reported.
      let sources = AttributesRead.all(by: expression, of: entity)
      return RowValue(
        target.member, expression, refusesNil: DivisionFinder.finds(in: expression),
        sources: sources.contains { !$0.isTrusted } ? sources.map(\.column) : [],
        copiedColumn: target.copiedAttribute(of: entity)?.column)
    case (.relationship(let relationship), .objects(let objects), _):
      guard relationship.cardinality == .toOne, objects.count < 2 else { return nil }
      let key = objects.first.map { QueryLiteral.integer($0.id.reference.key) }
      return RowValue(target.member, .literal(key ?? .null), refusesNil: false)
    default: return nil
    }
  }

  /// Runs the statements on objects.
  func runOnObjects(_ history: ChangeHistory, agrees: (ChangePreview) throws -> Bool) throws -> Bool {
    do {
      try history.perform(text) { context in
        let concerned = try statements.map { try apply($0, context) }
        let summary = context.openSummary
        try refuseDenied(summary, context)
        let dangling = try context.danglingObjects(of: summary.deleted).map { kept in
          kept.pairTable.map { .pairs(table: $0) }
            ?? KeptKey.objects(member: kept.member, entity: kept.object.entity.name)
        }
        let triggers = context.deletionTriggers(of: summary.deleted)
        let preview = ChangePreview(
          zip(statements, concerned).map { ($0, $1) }, summary, dangling: dangling,
          pairs: try context.pairsOfChangedKeys(summary), triggers: triggers)
        guard try agrees(preview) else { throw Declined() }
        return triggers
      }
    } catch is Declined {
      return false
    }
    return true
  }

  // MARK: Changing

  /// Runs one statement. Returns the changed objects, with the titles that they had before the statement.
  private func apply(_ change: ChangeStatement, _ context: ObjectContext) throws -> ChangedObjects {
    let binder = try ChangeBinder(change, context, variables: variables)
    do { try context.checkChangeable(entity: change.entity) } catch {
      throw PredicateIssue.refused(error, entities: context.entities(ofView: change.entity), range: change.verbRange)
    }
    let targets = try binder.targets()
    switch change.verb {
    case .insert:
      let results = try targets.map { try binder.result($0, of: nil) }
      let object = try refusing(at: change.verbRange) { try context.insert(entity: change.entity) }
      try assign(results, targets, to: object)
      return ChangedObjects([object])
    case .update:
      let objects = try context.objects(change.selection, variables: variables)
      let changed = ChangedObjects(objects)
      // All values are computed before the first change, so that they do not depend on the order of the objects.
      let results = try objects.map { object in
        try checkCancellation()
        return try targets.map { try binder.result($0, of: object) }
      }
      try refuseSharedObjects(targets, results, context.modelOfObjects)
      try UnreadableReads(change, binder.entity, context, variables).refuse(objects)
      try LostValues(binder.entity, objects).refuse(targets, results)
      for (object, values) in zip(objects, results) {
        try checkCancellation()
        try assign(values, targets, to: object)
      }
      return changed
    case .delete:
      let objects = try context.objects(change.selection, variables: variables)
      let changed = ChangedObjects(objects)
      try UnreadableReads(change, binder.entity, context, variables).refuse(objects)
      for object in objects {
        try checkCancellation()
        try refusing(at: change.verbRange) { try context.delete(object) }
      }
      return changed
    }
  }

  private func assign(_ results: [ChangeTarget.Result], _ targets: [ChangeTarget], to object: StoredObject) throws {
    for (result, target) in zip(results, targets) {
      let range = target.assignment.valueRange
      switch (result, target.member) {
      case (.value(let value, let copied), .attribute(let attribute)):
        do {
          if let copied {
            try object.set(attribute.name, to: value, writtenAs: copied)
          } else if attribute.storage == .json, case .expression(let expression) = target.assignment.value,
            case .literal(.string(let text)) = expression.node
          {
            try object.set(attribute.name, to: value, writtenAs: .text(text))
          } else {
            try object.set(attribute.name, to: value)
          }
        } catch let issue as StoreIssue where issue.kind == .wrongType {
          throw PredicateIssue.wrongValue(
            Self.objection(to: value, for: attribute), value, attribute, in: object.entity,
            of: target.isComputed && value.double != nil ? object.id : nil,
            written: target.assignment.value.expression.map(\.canonicalFormat), range: range)
        } catch let issue as StoreIssue {
          throw PredicateIssue.refused(issue, range: range)
        }
      case (.objects(let objects), .relationship(let relationship)):
        try refusing(at: range) {
          if relationship.cardinality == .toMany {
            try object.setObjects(objects, of: relationship.name)
          } else {
            try object.setObject(objects.first, of: relationship.name)
          }
        }
      default: break
      }
    }
  }

  /// Throws if the statement assigns one object to several objects, although it can belong to only one of them.
  private func refuseSharedObjects(
    _ targets: [ChangeTarget], _ results: [[ChangeTarget.Result]], _ model: DataModel
  ) throws {
    for (position, target) in targets.enumerated() {
      guard case .relationship(let relationship) = target.member,
        model.inverse(of: relationship)?.cardinality == .toOne
      else { continue }
      var given: Set<ObjectIdentifier> = []
      for values in results {
        guard case .objects(let objects) = values[position] else { continue }
        for (identity, object) in Dictionary(objects.map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { $1 })
        where !given.insert(identity).inserted {
          throw PredicateIssue.sharedObject(object.id, relationship, range: target.assignment.valueRange)
        }
      }
    }
  }

  /// The message for a value that an attribute does not accept.
  private static func objection(to value: QueryValue, for attribute: Attribute) -> String {
    if attribute.type == .integer, let number = value.double {
      let text = ValueText.literal(of: value)
      return abs(number) < 0x1p63
        ? "\(text) is not a whole number" : "\(text) must not be greater than the greatest integer, \(Int64.max)"
    }
    return "the value is \(value.type.description)"
  }

  private func refusing<Result>(at range: SourceRange, _ work: () throws -> Result) throws -> Result {
    do { return try work() } catch let issue as StoreIssue { throw PredicateIssue.refused(issue, range: range) }
  }

  // MARK: Denying

  private func refuseDenied(_ summary: ChangeSummary, _ context: ObjectContext) throws {
    let problems = try context.denials(of: summary.deleted)
    guard !problems.isEmpty else { return }
    let range = statements.first { $0.verb == .delete }?.verbRange ?? .none
    let shownProblems = problems.prefix(Self.mostDenials)
    let named = Set(shownProblems.map(\.object))
    var titles: [ObjectID: String] = [:]
    for object in summary.deleted where named.contains(object.id) {
      titles[object.id] = try object.entity.title { try object.value(of: $0.name) }
    }
    let shown = shownProblems.map { problem in
      PredicateIssue.denied(
        problem, titles[problem.object], hint: Self.remedy(problem, context.modelOfObjects), range: range)
    }
    let rest = problems.count - shown.count
    guard rest > 0 else { throw StatementFailure(shown) }
    throw StatementFailure(
      shown + [
        .error("delete-denied", range, "\(rest) more objects cannot be deleted", kind: .domain)
      ])
  }

  /// Delete rules may forbid the deletion of many objects. The error names this many of them.
  private static let mostDenials = 5

  /// The statement that makes the deletion of an object possible: `update Movie set lentToFriend = nil where lentToFriend.id == 3`, or, if the
  /// relationship is required, `delete Loan where friend.id == 3`. Nil if no statement can change the objects that forbid the deletion.
  private static func remedy(_ problem: ObjectProblem, _ model: DataModel) -> String? {
    guard let entity = model.entity(named: problem.object.reference.entity), let name = problem.property,
      case .relationship(let relationship)? = entity.member(named: name),
      let inverse = model.inverse(of: relationship), inverse.cardinality == .toOne,
      let key = (entity.keyAttribute ?? entity.hiddenKey)?.name,
      let others = model.entity(named: relationship.destination), !others.isReadOnly
    else { return nil }
    // A column of the primary key counts as required, also if its table allows NULL, because nothing else identifies the row.
    let isPartOfKey =
      if case .foreignKey(let columns) = inverse.storage {
        columns.contains { column in others.key.columns.contains { $0.isSameSQLName(as: column) } }
      } else {
        false
      }
    let verb =
      inverse.isOptional && !isPartOfKey
      ? "update \(others.name) set \(inverse.name) = nil" : "delete \(others.name)"
    let condition =
      problem.object.keyLiterals.map { "\(inverse.name) == \(ObjectReference.label(entity.name, $0))" }
      ?? "\(inverse.name).\(key) == \(problem.object.reference.key)"
    return "first run: \(verb) where \(condition)"
  }
}

extension QueryValue {
  /// The value as a double, if it is a double or a decimal.
  fileprivate var double: Double? {
    switch self {
    case .double(let number): number
    case .decimal(let number): Double(number.description)
    default: nil
    }
  }
}
