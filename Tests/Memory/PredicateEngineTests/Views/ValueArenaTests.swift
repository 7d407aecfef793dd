import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Values that are kept together, and dropped together.
@Suite struct ValueArenaTests {
  private final class Counted {
    let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      counter.count += 1
    }
    deinit { counter.count -= 1 }
  }

  private final class Counter { var count = 0 }

  @Test func valuesStayWhereTheyAreUntilTheyAreDropped() {
    let counter = Counter()
    let kept = ValueArena<Counted>()
    for _ in 0..<3 {
      var places: [(UnsafeMutablePointer<Counted>, ObjectIdentifier)] = []
      for size in [1, 200, 100, 300, 1, 0] {
        let values = (0..<size).map { _ in Counted(counter) }
        let first = kept.keep(values)
        places += values.indices.map { (first + $0, ObjectIdentifier(values[$0])) }
      }
      #expect(places.allSatisfy { ObjectIdentifier($0.pointee) == $1 })
      #expect(counter.count == 602)
      kept.clear()
      #expect(counter.count == 0)
    }
  }

  @Test func masksKeepWhatPasses() {
    let count = 200
    let mask = MaskWords.allocate(capacity: RowMask.words(for: count))
    defer { mask.deallocate() }
    for live in [{ _ in true }, { $0 % 3 != 0 }, { $0 == 77 }, { _ in false }] as [(Int) -> Bool] {
      for word in 0..<RowMask.words(for: count) { mask[word] = 0 }
      for position in 0..<count where live(position) { mask.set(position) }
      var seen: [Int] = []
      mask.keep(count) { position in
        seen.append(position)
        return position % 2 == 0
      }
      #expect(seen == (0..<count).filter(live))
      #expect((0..<count).allSatisfy { mask.has($0) == (live($0) && $0 % 2 == 0) })
    }
  }
}
