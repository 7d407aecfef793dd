import Testing

@testable import PredicateSQLite

/// Keys and their numbers.
@Suite struct KeyNumbersTests {
  /// Keys with the same low bits would otherwise stand in one row, each looked for behind all others.
  @Test(.timeLimit(.minutes(20)), arguments: [0, 1, 20, 24, 40])
  func keysWithTheSameLowBits(shift: Int) {
    var numbers = KeyNumbers()
    for _ in 0..<3 {
      for key in 0..<20_000 { #expect(numbers.number(of: Int64(key) << Int64(shift)) == key) }
    }
    #expect(numbers.number(of: .min) == 20_000)
    #expect(numbers.number(of: -1) == 20_001)
    #expect(numbers.number(of: .min) == 20_000)
    #expect(numbers.keys.count == 20_002)
    #expect(numbers.keys[1] == 1 << Int64(shift))
  }
}
