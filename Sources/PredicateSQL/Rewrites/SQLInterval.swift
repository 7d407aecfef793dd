/// Numbers from one bound to another, both among them; none where the bounds are the wrong way round.
struct SQLInterval {
  var low = -Double.infinity
  var high = Double.infinity

  /// The numbers that are in both.
  func intersection(_ other: SQLInterval) -> SQLInterval {
    SQLInterval(low: max(low, other.low), high: min(high, other.high))
  }
}
