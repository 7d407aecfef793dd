/// Numbers that look random and are the same in every run: the high bits of a linear congruential generator.
public struct SeededNumbers: Sendable {
  private var state: UInt64

  /// The sequence of a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number, from 0 to 2³¹ − 1.
  public mutating func next() -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33)
  }

  /// The next number below a bound.
  public mutating func next(below bound: Int) -> Int { next() % bound }

  /// One of some values.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[next(below: values.count)] }

  /// A value, or nil in so many of a hundred cases.
  public mutating func optional<Value>(nilPercent: Int, _ value: (inout SeededNumbers) -> Value) -> Value? {
    next(below: 100) < nilPercent ? nil : value(&self)
  }
}
