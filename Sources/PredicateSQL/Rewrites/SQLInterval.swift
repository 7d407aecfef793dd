/// Numbers from one bound to another, both among them; none where the bounds are the wrong way round.
struct SQLInterval {
  let low: Double
  let high: Double

  /// The numbers that are in both; all of this one beside none.
  func intersection(_ other: SQLInterval?) -> SQLInterval {
    guard let other else { return self }
    return SQLInterval(low: max(low, other.low), high: min(high, other.high))
  }
}
