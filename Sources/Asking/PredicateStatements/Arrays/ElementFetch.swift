import PredicateBinding
import PredicateEngine
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateValues

/// A statement over the elements of an array. The engine evaluates the condition and computes columns. `MemoryRun` groups and sorts the rows, as for
/// all fetches in memory.
struct ElementFetch<Element> {
  private let statement: QueryStatement
  private let model: DataModel
  /// The elements that meet the condition.
  private let rows: ElementRows<Element>
  private let run: MemoryRun

  /// Parses and binds the statement, and finds the elements that meet its condition.
  init(
    _ elements: [Element], _ format: QueryFormat, _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) {
    let objects = try ElementObjects(of: elements, reading: options.reading)
    model = Self.model(of: objects)
    let text = try format.literalText(upTo: options.limits.sourceLength)
    statement = try Self.statement(text, model, objects.entity)
    var fetch = statement.fetch
    fetch.entity = objects.entity
    try variables.checkUse(by: fetch.freeVariables)
    let predicate = fetch.predicate
    fetch.predicate = nil
    let query = try predicate.map { (predicate) throws(PredicateIssue) in
      try BoundQuery<Element>(predicate, variables: variables, options: options)
    }
    let bound = try BoundFetch(fetch, model: model, variables: variables, options: options)
    let matches = try query.map { (query) throws(PredicateIssue) in
      try elements.filter(query, upTo: Self.mostNeeded(bound))
    }
    rows = ElementRows(elements: matches ?? elements, objects: objects, limits: options.limits)
    run = MemoryRun(bound, evaluator: ReferenceEvaluator(limits: options.limits), isCancelled: { false })
  }

  /// The number of matching elements after which the search stops: the limit, if the fetch has no order, no groups and no comparisons of rows.
  /// Otherwise all matches are needed.
  private static func mostNeeded(_ fetch: BoundFetch) -> Int {
    guard let limit = fetch.limit, fetch.grouping == nil, fetch.order.isEmpty, !fetch.isDistinct,
      fetch.firstOfEach == nil, fetch.windows.isEmpty
    else { return .max }
    let (most, overflows) = max(0, limit).addingReportingOverflow(max(0, fetch.offset))
    return overflows ? .max : most
  }

  /// The rows of the statement, or their number.
  func table() throws -> ResultTable {
    if let count { return ResultTable(columns: ["count"], rows: [[.integer(Int64(count))]]) }
    let table = try run.table(of: rows, columns: WholeObject(run.fetch.entity, in: model))
    guard statement.isCount else { return table }
    return ResultTable(columns: ["count"], rows: [[.integer(Int64(table.rows.count))]])
  }

  /// The count of a statement that neither groups nor compares its elements, computed without rows; nil for every other statement.
  private var count: Int? {
    guard statement.isCount, run.fetch.grouping == nil, !run.fetch.isDistinct, run.fetch.firstOfEach == nil else {
      return nil
    }
    return min(max(0, rows.count - run.fetch.offset), run.fetch.limit ?? .max)
  }

  /// The elements that the statement finds. Throws for a statement that computes rows.
  func elements() throws -> [Element] {
    guard !statement.isCount, run.fetch.grouping == nil, run.fetch.columns.isEmpty else {
      throw PredicateIssue.error(
        "computed-rows", nil, "the statement computes rows, not elements", hint: "call fetch(_:) to get rows",
        kind: .unsupported)
    }
    return try run.positions(of: rows).map { rows.elements[$0] }
  }

  /// A model with the element type as its only entity. Its type source has the members of the type and of all types that it refers to.
  private static func model(of objects: ElementObjects<Element>) -> DataModel {
    let attributes = objects.members.compactMap { member -> Attribute? in
      guard case .attribute(let type) = member.kind else { return nil }
      return Attribute(name: member.name, type: type, isOptional: member.isOptional, isTrusted: true)
    }
    // The entity has no table, so no path can begin with its name.
    let entity = Entity(name: objects.entity, table: "", key: .none, attributes: attributes, isReadOnly: true)
    var model = DataModel(entities: [entity])
    model.types = objects.types
    return model
  }

  private static func statement(
    _ text: String, _ model: DataModel, _ entity: String
  ) throws(PredicateIssue) -> QueryStatement {
    // The entity has the type's own name, even if the registry distinguishes it from a type of the same name in another module.
    let name = entity.split(separator: ".").last.map(String.init) ?? entity
    let spoken = DataModel(
      entities: model.entities.map {
        Entity(name: name, table: "", key: .none, attributes: $0.attributes, isReadOnly: true)
      })
    let tree = StatementParser(model: spoken, currentEntity: name).parse(text)
    if let issue = tree.errors.first { throw issue }
    switch tree.content {
    case .query(let query): return query
    case .nothing: return QueryStatement(name)
    case .change(let change):
      throw PredicateIssue.error(
        "change", change.verbRange, "expected a statement that only reads, found a statement that changes data",
        kind: .unsupported)
    case .command(let command):
      throw PredicateIssue.error(
        "command", command.nameRange, "expected a statement, found “\(command.name)”, which is a command of the shell",
        kind: .unsupported)
    }
  }
}

/// The elements of an array as the rows of a fetch. The engine computes whole columns from them.
struct ElementRows<Element>: FetchedRows {
  let elements: [Element]
  let objects: ElementObjects<Element>
  let limits: PredicateLimits

  var count: Int { elements.count }

  func object(at position: Int) -> QueryValue { objects.object(elements[position]) }

  func columns(of expressions: [BoundExpression]) -> [[QueryValue]]? {
    var columns: [[QueryValue]] = []
    for expression in expressions {
      do throws(PredicateIssue) {
        guard let column = try objects.values(of: expression, for: elements, limits: limits) else { return nil }
        columns.append(column)
      } catch {
        // Nil if an element fails, because another expression may fail for an earlier element. The reference evaluator then finds the first failure.
        return nil
      }
    }
    return columns
  }
}
