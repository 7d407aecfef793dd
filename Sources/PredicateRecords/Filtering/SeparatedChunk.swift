import PredicateBinding
import PredicateEvaluation
import PredicateValues

/// Records of cells that are decided together.
final class SeparatedChunk: RecordChunk {
  /// The record that was found last for ``object(_:)``, one of the chunk while it is decided.
  let record: SeparatedRecord
  private let query: RowQuery
  private let bound: BoundPredicate
  private let evaluator: ReferenceEvaluator
  private var records: [Bytes] = []

  init(_ bound: BoundPredicate, _ table: SeparatedTable, _ evaluator: ReferenceEvaluator) {
    self.bound = bound
    self.evaluator = evaluator
    query = RowQuery(bound, evaluator: evaluator)
    record = SeparatedRecord(table.columns, query.members, table.framer)
  }

  var isEmpty: Bool { records.isEmpty }
  var isFull: Bool { records.count == query.capacity }

  func add(_ bytes: Bytes) throws(RecordFault) {
    try record.load(at: records.count)
    records.append(bytes)
  }

  func decide(_ body: (Bytes, Result<Bool, RecordFault>) -> Bool) {
    if records.isEmpty { return }
    query.forEach(records.count, from: record) { row, answer in
      record.turn(to: row)
      if let answer { return body(records[row], .success(answer)) }
      return body(records[row], Result { () throws(RecordFault) in try decide() })
    }
    records.removeAll(keepingCapacity: true)
  }

  /// Asks the reference of the record that was turned to.
  private func decide() throws(RecordFault) -> Bool {
    let holds: Bool
    do throws(PredicateIssue) {
      holds = try evaluator.evaluate(bound, object: .object(record))
    } catch {
      throw .predicate(error)
    }
    if let fault = record.fault { throw fault }
    return holds
  }

  func object(_ bytes: Bytes) throws(RecordFault) -> QueryValue {
    try record.load(at: 0)
    record.turn(to: 0)
    return .object(record)
  }

  var fault: RecordFault? { record.fault }
}
