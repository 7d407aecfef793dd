import BenchData
import OpenPredicate

struct Measurement {
  let property: PropertyKind
  let condition: ConditionKind
  let format: String
  /// Nanoseconds an element.
  let closure: Double
  /// Nanoseconds an element.
  let ours: Double
  /// Why the row is wrong; nil where both forms count the same.
  let fault: String?

  /// How many times as long ours takes.
  var ratio: Double { ours / closure }

  /// Measures a row: the closure over the elements, and the predicate over the same elements, which may be of the type with a table.
  init<Element, Asked: Numbered>(_ row: Row<Element>, over elements: [Element], asking asked: [Asked]) {
    property = row.property
    condition = row.condition
    format = row.format
    do {
      // Of the types without a table instances are read, too.
      let options = BindingOptions(reading: .everything)
      let ask: () throws -> Int
      switch row.question {
      case .count:
        let bound = try Self.query(row, options) as BoundQuery<Asked>
        ask = { try asked.count(where: bound) }
      case .matches:
        let bound = try Self.query(row, options) as BoundQuery<Asked>
        ask = {
          // In place, as the closure's loop reads them: a copy of a film counts its references, which takes longer than most conditions.
          try asked.withUnsafeBufferPointer { elements in
            try elements.indices.count { try bound.matches(elements[$0]) }
          }
        }
      case .least:
        let key = QuerySortKey(QueryFormat(raw: row.format))
        ask = { try asked.min(by: key, options: options)?.number ?? -1 }
      }
      let times = try PairedMedians(within: 150, atMost: 25) {
        row.count(elements)
      } _: {
        try ask()
      }
      closure = times.first * 1e6 / Double(elements.count)
      ours = times.second * 1e6 / Double(elements.count)
      fault =
        times.firstResult == times.secondResult
        ? nil : "the closure counts \(times.firstResult), the predicate \(times.secondResult)"
    } catch {
      closure = .nan
      ours = .nan
      fault = "\(error)"
    }
  }

  private static func query<Element, Asked>(_ row: Row<Element>, _ options: BindingOptions) throws -> BoundQuery<Asked>
  {
    try BoundQuery(QueryPredicate(format: QueryFormat(raw: row.format), arguments: row.arguments), options: options)
  }
}
