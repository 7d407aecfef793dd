import Testing

@testable import PredicateSQLite

/// Rows counted by their keys.
@Suite struct KeyTallyTests {
  /// Keys with the same low bits would otherwise stand in one row, each looked for behind all others.
  @Test(.timeLimit(.minutes(1)), arguments: [0, 1, 20, 24, 40])
  func keysWithTheSameLowBits(shift: Int) {
    var tally = KeyTally()
    for round in 0..<3 {
      for key in 0..<(20_000 - round) { tally.add(Int64(key) << Int64(shift)) }
    }
    tally.add(.min)
    tally.add(-1)
    let counts = Dictionary(uniqueKeysWithValues: tally.counts.map { ($0.key, $0.count) })
    #expect(counts.count == 20_002)
    #expect(counts[0] == 3 && counts[19_999 << Int64(shift)] == 1 && counts[19_998 << Int64(shift)] == 2)
    #expect(counts[.min] == 1 && counts[-1] == 1)
  }
}
