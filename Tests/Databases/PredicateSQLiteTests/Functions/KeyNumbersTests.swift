import Testing

@testable import PredicateSQLite

@Suite struct KeyNumbersTests {
  /// Keys with equal low bits are distributed over the hash table, so that finding one passes few others, and every key keeps its number.
  @Test(arguments: [0, 1, 20, 24, 40])
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
    var isTaken = Array(repeating: false, count: numbers.capacity)
    var passed = 0
    for key in numbers.keys {
      var place = numbers.home(of: key)
      while isTaken[place], passed < 20 * numbers.keys.count {
        passed += 1
        place = (place + 1) & (isTaken.count - 1)
      }
      isTaken[place] = true
    }
    #expect(passed < 20 * numbers.keys.count)
  }
}
