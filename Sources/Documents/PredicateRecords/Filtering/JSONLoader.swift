import PredicateDocuments
import PredicateEngine
import PredicateReference
import PredicateValues

/// Loads the members of JSON objects from the bytes of the input.
final class JSONLoader: MemberLoader {
  private let record: JSONRecord
  /// For each member of the query, the slots of the names on its path, from the first name on. The list ends before the first name without a slot.
  private let places: [[Int]]
  private let paths: [[String]]
  private let evaluator: ReferenceEvaluator

  init(_ record: JSONRecord, _ members: [[String]], _ evaluator: ReferenceEvaluator) {
    self.record = record
    self.evaluator = evaluator
    paths = members
    places = members.map { record.places(of: $0[...]) }
  }

  func load(_ member: Int, into column: MemberColumn) {
    let places = places[member]
    guard !places.isEmpty else { return column.forEachRow { set(record.bytes(of: $0), 0, of: member, at: $0, column) } }
    let count = paths[member].count
    column.forEachRow { row in
      let (bytes, depth) = record.bytes(at: places, of: row)
      guard let first = bytes.first else { return column.setNothing(at: row) }
      if depth < count || first == UInt8(ascii: "{") {
        set(bytes, depth, of: member, at: row, column)
      } else if first == UInt8(ascii: "\"") {
        let text = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
        if JSONByte.arePlain(text) {
          column.set(text, at: row)
        } else {
          set(bytes, depth, of: member, at: row, column)
        }
      } else if let number = PlainNumber(bytes) {
        if number.isWhole { column.set(number.integer, at: row) } else { column.set(number.double, at: row) }
      } else {
        set(bytes, depth, of: member, at: row, column)
      }
    }
  }

  /// Sets a member of a row. `bytes` is the JSON value that the first `depth` names of the member's path reach. The remaining names are followed
  /// inside it.
  @inline(never)
  private func set(
    _ bytes: UnsafeBufferPointer<UInt8>, _ depth: Int, of member: Int, at row: Int, _ column: MemberColumn
  ) {
    do {
      column.set(try evaluator.member(paths[member][depth...], of: QueryValue(json: bytes)), at: row)
    } catch {
      column.leaveUndecided(row)
    }
  }
}
