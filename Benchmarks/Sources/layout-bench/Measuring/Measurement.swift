import BenchData
import OpenPredicate

/// What was measured of a row.
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
  init<Element, Asked>(_ row: Row<Element>, over elements: [Element], asking asked: [Asked]) {
    property = row.property
    condition = row.condition
    format = row.format
    do {
      // Of the types without a table instances are read, too.
      let bound = try BoundQuery<Asked>(
        QueryPredicate(format: row.format, arguments: row.arguments), options: BindingOptions(reading: .everything))
      let times = try PairedMedians(within: 150, atMost: 25) {
        row.count(elements)
      } _: {
        try asked.count(where: bound)
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
}
