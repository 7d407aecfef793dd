import BenchData

struct Measurement {
  let group: Group
  let name: String
  /// Nanoseconds per element.
  let closure: Double
  /// Nanoseconds per element.
  let ours: Double
  /// Why the row is wrong; nil if both forms count the same.
  let fault: String?

  /// How many times as long ours takes.
  var ratio: Double { ours / closure }
}

extension Measurement {
  /// Measures both forms in turns.
  init(_ row: Row) {
    group = row.group
    name = row.name
    do {
      let ask = try row.bind()
      let times = try PairedMedians(within: 400, atMost: 25, row.closure, ask)
      closure = times.first * 1e6 / Double(row.elements)
      ours = times.second * 1e6 / Double(row.elements)
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
