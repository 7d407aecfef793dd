/// The time and the randomness that functions use. One context serves a whole run, so that `now()` is the same for every element.
///
/// ```swift
/// let context = FunctionContext(now: 0, random: { 4 })  // for tests that repeat
/// ```
public struct FunctionContext: Sendable {
  /// The current date: seconds since 2001-01-01 00:00:00 UTC.
  public let now: Double
  /// Uniformly random bits, for `random()` and `randomn()`.
  public let random: @Sendable () -> UInt64

  /// A context of the current time and of the system's randomness, unless others are given.
  public init(now: Double? = nil, random: (@Sendable () -> UInt64)? = nil) {
    self.now = now ?? SystemLibrary.secondsSinceReferenceDate()
    self.random =
      random ?? {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      }
  }
}
