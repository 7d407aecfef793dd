import PredicateTestSupport
import Testing

@testable import PredicateObjects

/// The table of objects by their keys, compared with a dictionary.
@Suite struct ObjectTableTests {
  @Test func agreesWithADictionary() throws {
    var random = SplitMix64(seed: 7_400_000)
    let context = try ObjectContext(classes: [Article.self, Maker.self])
    let article = try context.classes.entity(of: Article.self)
    for _ in 0..<20 {
      var table = ObjectTable()
      var known: [Int64: StoredObject] = [:]
      // Few keys, small and very large ones, so that they collide in the table and leave gaps.
      let keys = (0..<40).map { Bool.random(using: &random) ? Int64($0) : Int64.min + Int64($0) << 32 }
      for _ in 0..<600 {
        guard let key = keys.randomElement(using: &random) else { continue }
        if Int.random(in: 0..<5, using: &random) < 3 {
          let object = context.made(article)
          table[key] = object
          known[key] = object
        } else {
          table[key] = nil
          known[key] = nil
        }
        #expect(table.count == known.count)
        for key in keys where table[key] !== known[key] { Issue.record("the objects of the key \(key) differ") }
      }
      #expect(Set(table.values.map(ObjectIdentifier.init)) == Set(known.values.map(ObjectIdentifier.init)))
    }
  }

  /// Keys that are multiples of one number do not collide often: a search passes few other keys.
  @Test(arguments: [1, 7, 8, 64, 1_024, 1 << 40] as [Int64]) func regularKeys(distance: Int64) throws {
    let context = try ObjectContext(classes: [Article.self, Maker.self])
    let article = try context.classes.entity(of: Article.self)
    let object = context.made(article)
    var table = ObjectTable()
    let keys = (0..<20_000).map { $0 * distance }
    for key in keys { table[key] = object }
    let absent = keys.map { $0 + distance / 2 + (1 << 60) }
    for (key, other) in zip(keys, absent) where table[key] == nil || table[other] != nil {
      Issue.record("the key \(key) differs")
    }
    #expect(table.count == keys.count)
    // The same searches, counted. If all keys collided, they would pass 600 million objects.
    var isTaken = Array(repeating: false, count: table.capacity)
    var passed = 0
    func search(_ key: Int64) -> Int {
      var place = table.home(of: key)
      while isTaken[place], passed < 20 * keys.count {
        passed += 1
        place = (place + 1) & (isTaken.count - 1)
      }
      return place
    }
    for key in keys { isTaken[search(key)] = true }
    for key in absent { _ = search(key) }
    #expect(passed < 20 * keys.count)
  }

  @Test func anEmptyTable() {
    var table = ObjectTable()
    #expect(table[0] == nil)
    table[0] = nil
    #expect(table.count == 0)
    #expect(Array(table.values).isEmpty)
  }
}
