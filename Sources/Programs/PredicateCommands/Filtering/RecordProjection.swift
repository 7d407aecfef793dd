import PredicateBinding
import PredicateDocuments
import PredicateFetching
import PredicateModel
import PredicateOutput
import PredicateRecords
import PredicateReference
import PredicateSyntax
import PredicateStatements
import PredicateValues

/// The clauses of a statement that `predicate filter` runs over the matching records.
public struct ProjectionClauses: Sendable {
  /// `--show`: the columns, such as `title, rating * 2 AS twice`.
  public var show: String?
  /// `--group`: the keys of groups.
  public var group: String?
  /// `--sort`: the order, such as `rating desc, title`.
  public var sort: String?
  /// `--limit`: the greatest number of rows.
  public var limit: Int?

  /// No clauses.
  public init() {}

  /// Whether there are no clauses.
  public var isEmpty: Bool { show == nil && group == nil && sort == nil && limit == nil }

  /// The statement: `records show title sort by rating desc limit 3`.
  var statement: String {
    let parts = [
      group.map { "group by \($0)" }, show.map { "show \($0)" }, sort.map { "sort by \($0)" },
      limit.map { "limit \($0)" },
    ]
    return ([RecordProjection.entity] + parts.compactMap(\.self)).joined(separator: " ")
  }
}

/// Reads records as lines of JSON, and writes the rows of a statement over them.
///
/// Memory use is bounded if the statement allows it. Without an order, rows are written immediately, and reading ends at the limit. An order with a
/// limit keeps about as many records as the limit. For an order without a limit, for groups and for distinct rows, the values that the statement
/// reads are kept for each record.
final class RecordProjection {
  static let entity = "records"
  private static let batchSize = 1_024

  private let bound: BoundFetch
  private let whole: WholeObject
  /// The first names of the paths that the statement reads; nil if it reads whole records.
  private let names: Set<ScalarString>?
  private let mode: OutputMode
  private let output: any ByteOutput
  private let evaluator = ReferenceEvaluator()
  private var records: [ProjectedRecord] = []
  private var writer: (any RowWriter)?
  /// The number of rows that may still be written, for a statement without an order.
  private var left: Int
  private var arrayIsEmpty = true
  /// The error of a row that could not be computed.
  private(set) var failure: (any Error)?

  /// Whether no more records should be read.
  private var isFull: Bool { failure != nil || left <= 0 || output.hasFailed }

  /// Parses and binds the statement. Throws its errors, with ranges in ``ProjectionClauses/statement``.
  init(
    _ clauses: ProjectionClauses, variables: QueryVariables, mode: OutputMode, output: any ByteOutput
  ) throws {
    let entity = Entity(name: Self.entity, table: "", key: .none, attributes: [], isReadOnly: true)
    var model = DataModel(entities: [entity])
    model.types = RecordTypes()
    let tree = StatementParser(model: model, currentEntity: Self.entity).parse(clauses.statement)
    guard case .query(let query) = try tree.get() else { throw StatementFailure(tree.errors) }
    let fetch = query.fetch
    bound = try BoundFetch(fetch, model: model, variables: variables)
    whole = WholeObject(bound.entity, in: model)
    var finder = NameFinder()
    for value in (fetch.groupBy + fetch.columns).map(\.expression) + fetch.sortKeys.map(\.expression) {
      value.walk(&finder)
    }
    names = fetch.columns.isEmpty && fetch.groupBy.isEmpty || finder.readsWhole ? nil : finder.names
    left = fetch.limit ?? .max
    self.mode = mode
    self.output = output
  }

  private var isStream: Bool { bound.grouping == nil && bound.order.isEmpty && !bound.isDistinct }
  private var isWhole: Bool { bound.grouping == nil && bound.columns.isEmpty }

  /// The output for a filter: it receives the lines of the matching records.
  var lines: LineOutput {
    LineOutput(
      isFull: { [self] in isFull },
      flushed: { [self] in
        if isStream { handOn() }
        output.flush()
      }, take: take)
  }

  private func take(_ line: [UInt8]) {
    guard !isFull else { return }
    attempt {
      let value = QueryValue(try JSONReader.value(of: line))
      records.append(ProjectedRecord(value, names: names, line: isWhole ? line : []))
    }
    guard records.count >= Self.batchSize else { return }
    if isStream {
      handOn()
    } else if let limit = bound.limit, bound.grouping == nil, !bound.isDistinct, records.count >= 2 * limit {
      attempt { records = try run(bound).positions(of: ObjectRows(records)).map { records[$0] } }
    }
  }

  /// Writes the rows of the records that are kept, and removes the records.
  private func handOn() {
    let rows = bound.limited(to: isStream ? left : bound.limit)
    attempt {
      if isWhole {
        for place in try run(rows).positions(of: ObjectRows(records)) { write(record: records[place].line) }
      } else {
        let table = try run(rows).table(of: ObjectRows(records), columns: whole)
        if !table.rows.isEmpty { write(table) }
      }
      if isStream { left -= min(left, records.count) }
    }
    records.removeAll()
  }

  private func run(_ fetch: BoundFetch) -> MemoryRun { MemoryRun(fetch, evaluator: evaluator, isCancelled: { false }) }

  private func attempt(_ work: () throws -> Void) {
    guard failure == nil else { return }
    do { try work() } catch { failure = error }
  }

  private func write(_ table: ResultTable) {
    let shown = ShownTable(table)
    let current = writer ?? mode.renderer.writer(for: shown, layout: .plain, to: TextBytes(output))
    current.write(shown)
    writer = current
  }

  private func write(record: [UInt8]) {
    if mode == .json { output.write(text: arrayIsEmpty ? "[\n" : ",\n") }
    arrayIsEmpty = false
    output.write(bytes: record)
    if mode != .json { output.write(text: "\n") }
  }

  /// Writes the remaining rows and the end of the output.
  func finish() {
    handOn()
    if failure == nil {
      if isWhole {
        if mode == .json { output.write(text: arrayIsEmpty ? "[]\n" : "\n]\n") }
      } else {
        if writer == nil { write(ResultTable(columns: bound.columns.map(\.name), rows: [])) }
        writer?.finish()
      }
    }
    output.flush()
  }
}

/// A record with the values that a statement reads.
private struct ProjectedRecord: QueryObject {
  let entityName = RecordProjection.entity
  var reference: ObjectReference? { nil }
  var comparesByProperties: Bool { true }
  let values: QueryDictionary
  /// The record as a line of JSON; empty if the line is not written.
  let line: [UInt8]

  init(_ value: QueryValue, names: Set<ScalarString>?, line: [UInt8]) {
    var values = QueryDictionary()
    if case .dictionary(let all) = value { values = all }
    if let names {
      values = QueryDictionary(zip(values.keys, values.values).filter { names.contains(ScalarString($0.0)) })
    }
    self.values = values
    self.line = line
  }

  var keys: [String] { values.keys }

  /// A key that a record does not have is nil.
  func value(forKey key: String) -> QueryValue? { values[key] ?? .null }
}

/// Every name is a member of a record. Its values may be of any type.
private struct RecordTypes: TypeSource {
  func member(named name: String, of entity: String) -> Member? {
    entity == RecordProjection.entity ? Member(name, .attribute(.any), isOptional: true) : nil
  }

  func memberNames(of entity: String) -> [String] { [] }
}

/// Collects the first names of all paths.
private struct NameFinder: PredicateVisitor {
  var names: Set<ScalarString> = []
  var readsWhole = false

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .keyPath(let path):
      if case .key(let name) = path.first { names.insert(ScalarString(name)) } else { readsWhole = true }
    case .evaluatedObject, .anyKey: readsWhole = true
    default: break
    }
    return true
  }
}

/// Passes texts to an output of bytes.
private final class TextBytes: ShellOutput {
  private let output: any ByteOutput

  init(_ output: any ByteOutput) { self.output = output }

  func write(_ text: String) { output.write(text: text) }
  var hasFailed: Bool { output.hasFailed }
}
