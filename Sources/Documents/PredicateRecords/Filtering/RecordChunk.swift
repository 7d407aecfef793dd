import PredicateBinding
import PredicateDocuments
import PredicateEngine
import PredicateReference
import PredicateValues

/// Several records that are evaluated together. The window on the input keeps their bytes in place meanwhile.
protocol RecordChunk: AnyObject {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Adds the record that a framer found last. Throws if the record as a whole is faulty, whatever members the predicate reads. A faulty record is
  /// not added.
  func add(_ bytes: Bytes) throws(RecordFault)

  var isEmpty: Bool { get }

  /// Whether the chunk has no room for more records.
  var isFull: Bool { get }

  /// Calls `body` with each record in order and the predicate's result, until it returns false. Afterwards the chunk is empty.
  ///
  /// - Parameter body: Takes the bytes of a record, and whether the predicate holds for it.
  func decide(_ body: (Bytes, Result<Bool, RecordFault>) -> Bool)

  /// The last record of a framer as an object with all its members. If a member cannot be read, ``fault`` has the error afterwards.
  func object(_ bytes: Bytes) throws(RecordFault) -> QueryValue
  var fault: RecordFault? { get }
}

/// JSON records that are evaluated together.
final class JSONChunk: RecordChunk {
  /// The members that the predicate reads.
  let record: JSONRecord
  private let query: RowQuery
  private let loader: JSONLoader
  private let bound: BoundPredicate
  private let evaluator: ReferenceEvaluator
  /// Whether the predicate needs a record as a whole.
  private let isWhole: Bool
  private var records: [Bytes] = []
  /// The indexes of records that are not objects.
  private var others: Set<Int> = []

  init(_ bound: BoundPredicate, _ evaluator: ReferenceEvaluator) {
    self.bound = bound
    self.evaluator = evaluator
    let tree = KeyTree(bound.condition)
    isWhole = tree.isWhole
    query = RowQuery(bound, evaluator: evaluator)
    record = JSONRecord(tree, capacity: query.capacity)
    loader = JSONLoader(record, query.members, evaluator)
  }

  var isEmpty: Bool { records.isEmpty }
  var isFull: Bool { records.count == query.capacity }

  func add(_ bytes: Bytes) throws(RecordFault) {
    if bytes.startsWithObject {
      do throws(JSONError) { try record.load(bytes, at: records.count) } catch { throw .json(error) }
    } else {
      // The chunk has no members of a record that is not an object. The reference evaluates such a record and reports its faults.
      record.setNothing(at: records.count)
      others.insert(records.count)
    }
    records.append(bytes)
  }

  func decide(_ body: (Bytes, Result<Bool, RecordFault>) -> Bool) {
    if records.isEmpty { return }
    query.forEach(records.count, from: loader) { row, answer in
      if let answer, others.isEmpty || !others.contains(row) { return body(records[row], .success(answer)) }
      return body(records[row], Result { () throws(RecordFault) in try decide(row) })
    }
    records.removeAll(keepingCapacity: true)
    others.removeAll()
  }

  /// Evaluates one record with the reference.
  private func decide(_ row: Int) throws(RecordFault) -> Bool {
    let isOther = isWhole || others.contains(row)
    let object: QueryValue = isOther ? try value(of: records[row]) : .object(record)
    if !isOther { record.turn(to: row) }
    let holds: Bool
    do throws(PredicateIssue) { holds = try evaluator.evaluate(bound, object: object) } catch {
      throw .predicate(error)
    }
    if !isOther, let failure = record.failure { throw .json(failure) }
    return holds
  }

  /// The complete value of a record.
  private func value(of bytes: Bytes) throws(RecordFault) -> QueryValue {
    do throws(JSONError) { return QueryValue(try JSONReader.value(of: bytes)) } catch { throw .json(error) }
  }

  func object(_ bytes: Bytes) throws(RecordFault) -> QueryValue {
    if bytes.startsWithObject {
      do throws(JSONError) { try record.load(bytes, at: 0) } catch { throw .json(error) }
    }
    return try value(of: bytes)
  }

  var fault: RecordFault? { nil }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the first byte after white space opens a JSON object.
  fileprivate var startsWithObject: Bool {
    first { !JSONByte.isSpace($0) } == UInt8(ascii: "{")
  }
}

/// Records of separated cells that are evaluated together.
final class SeparatedChunk: RecordChunk {
  /// The last record found, for ``object(_:)``. While the chunk is evaluated, the record under evaluation.
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

  /// Evaluates the current record with the reference.
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
