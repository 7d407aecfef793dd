import PredicateTestSupport
import Testing

@testable import PredicateObjects

@Suite struct ListPlacesTests {
  @Test func changesOnlyWhatMoves() {
    #expect(ListPlaces.ascending([1024, 3072, 2048, nil]) == [1024, 1536, 2048, 3072])
    #expect(ListPlaces.ascending([5, 1, 2, 3]) == [-1023, 1, 2, 3])
    #expect(ListPlaces.ascending([1, 2, 3, 0]) == [1, 2, 3, 1027])
    #expect(ListPlaces.ascending([]) == [])
    #expect(ListPlaces.ascending([nil, nil]) == [1024, 2048])
    // If there is no free number between two places, all places are numbered again.
    #expect(ListPlaces.ascending([1, nil, 2]) == [1024, 2048, 3072])
    #expect(ListPlaces.ascending([.max, nil]) == [1024, 2048])
    #expect(ListPlaces.ascending([nil, .min]) == [1024, 2048])
    #expect(ListPlaces.ascending([.min, nil, .max]).count == 3)
    #expect(ListPlaces.place(behind: .max) == nil && ListPlaces.place(behind: nil) == 1024)
  }

  @Test func alwaysAscends() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let places: [Int64?] = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        switch Int.random(in: 0..<8, using: &random) {
        case 0: nil
        case 1: [Int64.min, .max, .max - 1].randomElement(using: &random) ?? 0
        default: Int64.random(in: 0..<30, using: &random) * 700
        }
      }
      let found = ListPlaces.ascending(places)
      #expect(found.count == places.count && zip(found, found.dropFirst()).allSatisfy(<), "\(places): \(found)")
      // Either all places are numbered again, or as many as possible keep their number.
      let kept = zip(places, found).count { $0 == $1 }
      let isNumbered = found == (0..<places.count).map { (Int64($0) + 1) * 1024 }
      #expect(isNumbered || kept >= longestAscending(places), "\(places): \(found)")
    }
  }

  /// The length of the longest ascending part, found by trying every part.
  private func longestAscending(_ places: [Int64?]) -> Int {
    (0..<(1 << places.count)).reduce(0) { best, chosen in
      let part = places.indices.filter { chosen >> $0 & 1 == 1 }.map { places[$0] }
      let numbers = part.compactMap { $0 }
      guard numbers.count == part.count, zip(numbers, numbers.dropFirst()).allSatisfy(<) else { return best }
      return max(best, numbers.count)
    }
  }
}
