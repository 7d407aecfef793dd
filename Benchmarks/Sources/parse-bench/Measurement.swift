/// The time of one call in nanoseconds: the best of several rounds of many calls, since what disturbs a run only ever makes it slower.
func nanoseconds(rounds: Int = 15, roundLength: Duration = .milliseconds(20), _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  var calls = 1
  while clock.measure({ for _ in 0..<calls { body() } }) < roundLength / 4 { calls *= 2 }
  calls *= 4
  var best = Duration.seconds(3_600)
  for _ in 0..<rounds { best = min(best, clock.measure { for _ in 0..<calls { body() } }) }
  let (seconds, attoseconds) = best.components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(calls)
}

/// Takes a result, so that nothing that is measured can be left out.
@inline(never)
func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// Lines up columns: the first to the left, the others to the right.
func row(_ cells: [String], widths: [Int]) -> String {
  zip(cells, widths).enumerated().map { index, cell in
    let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
    return index == 0 ? cell.0 + padding : padding + cell.0
  }.joined(separator: "  ")
}

/// A number with so many decimals, at most two.
func fixed(_ value: Double, digits: Int = 0) -> String {
  let scale = [1, 10, 100][digits]
  let scaled = Int(value * Double(scale) + 0.5)
  if digits == 0 { return String(scaled) }
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}
