import Foundation
import OpenPredicate
import PredicateTestSupport

extension SplitMix64 {
  /// True with a probability of `percent` percent.
  mutating func chance(_ percent: UInt64) -> Bool { next() % 100 < percent }

  mutating func maybe<Value>(_ value: Value) -> Value? { chance(25) ? nil : value }

  mutating func text() -> String {
    let short = ["", "a", "A", "ab", "The", "the ", "sta", "Star wars", "cafe", "Café", "cafe\u{301}", "ß", "SS", "ss"]
    let long = [
      "ﬁn", "K", "\u{212A}", "star\u{301}", "the\u{301} end", "日本", "fifteen letters", "a longer text with star in it",
    ]
    let whole = pick(short + long)
    // A short string that still uses the storage of a longer one.
    if chance(10) { return shrunk(pick(short)) }
    return chance(30) ? whole + pick(short + long) + pick(short) : whole
  }

  private func shrunk(_ text: String) -> String {
    var grown = text + String(repeating: "s", count: 40)
    grown.unicodeScalars.removeLast(40)
    return grown
  }

  mutating func integer() -> Int {
    pick([0, 1, 2, 3, 7, -1, -5, 63, 64, 100, 127, 128, 255, 256, 1990, .max, .min, .max - 1, 1 << 53, (1 << 53) + 1])
  }

  mutating func double() -> Double {
    pick([0, -0.0, 0.5, 1, 1.5, 2, 3, -1, 7.5, 100, 0x1p53, 0x1p63, -0x1p63, .nan, .infinity, -.infinity, 1e300])
  }
}

enum RandomKind: String, CaseIterable {
  case red, green, blue = "Star"
}

enum RandomLevel: UInt8, CaseIterable {
  case low = 1, middle = 2, high = 200
}

final class RandomNode: QueryableProperties {
  let name: String?
  let number: Int
  var next: RandomNode?
  var parts: [RandomPart] = []

  init(_ random: inout SplitMix64, depth: Int = 0) {
    name = random.chance(25) ? nil : random.text()
    number = random.integer()
    next = depth < 2 && random.chance(60) ? RandomNode(&random, depth: depth + 1) : nil
    parts = (0..<random.next() % 3).map { _ in RandomPart(&random) }
  }

  static let queryProperties: [QueryProperty<RandomNode>] = [.storedFields]
}

struct RandomPart: QueryableProperties {
  var label: String
  var size: Int16?
  var marks: [Int]

  init(_ random: inout SplitMix64) {
    label = random.text()
    size = random.maybe(Int16(truncatingIfNeeded: random.integer()))
    marks = (0..<random.next() % 4).map { _ in random.pick([0, 1, 2, 3]) }
  }

  static let queryProperties: [QueryProperty<RandomPart>] = [.storedFields]
}

/// A struct with a field of every kind.
struct RandomRow {
  var i: Int
  var i8: Int8
  var u16: UInt16?
  var u64: UInt64
  var f: Float
  var d: Double
  var od: Double?
  var oi: Int?
  var b: Bool
  var ob: Bool?
  var s: String
  var os: String?
  var date: Date
  var odate: Date?
  var kind: RandomKind
  var okind: RandomKind?
  var level: RandomLevel
  var tags: [String]
  var otags: [String]?
  var numbers: [Int]
  var onumbers: [Double?]
  var part: RandomPart
  var opart: RandomPart?
  var node: RandomNode
  var onode: RandomNode?
  var parts: [RandomPart]
  var oparts: [RandomPart]?
  var nodes: [RandomNode]
  var set: Set<Int>
  var extra: [String: Int]

  init(_ random: inout SplitMix64, _ nodes: [RandomNode]) {
    i = random.integer()
    i8 = Int8(truncatingIfNeeded: random.integer())
    u16 = random.maybe(UInt16(truncatingIfNeeded: random.integer()))
    u64 = random.chance(20) ? .max : UInt64(random.integer().magnitude)
    f = Float(random.double())
    d = random.double()
    od = random.maybe(random.double())
    oi = random.maybe(random.integer())
    b = random.chance(50)
    ob = random.maybe(random.chance(50))
    s = random.text()
    os = random.maybe(random.text())
    date = Date(timeIntervalSinceReferenceDate: random.pick([0, 1, 2, 1e9]))
    odate = random.maybe(Date(timeIntervalSinceReferenceDate: random.pick([0, 1, 2, 1e9])))
    kind = random.pick(RandomKind.allCases)
    okind = random.maybe(random.pick(RandomKind.allCases))
    level = random.pick(RandomLevel.allCases)
    tags = (0..<random.next() % 4).map { _ in random.text() }
    otags = random.chance(25) ? nil : (0..<random.next() % 3).map { _ in random.text() }
    numbers = (0..<random.next() % 4).map { _ in random.integer() }
    onumbers = (0..<random.next() % 3).map { _ in random.maybe(random.double()) }
    part = RandomPart(&random)
    opart = random.maybe(RandomPart(&random))
    node = random.pick(nodes)
    onode = random.maybe(random.pick(nodes))
    parts = (0..<random.next() % 4).map { _ in RandomPart(&random) }
    oparts = random.maybe((0..<random.next() % 3).map { _ in RandomPart(&random) })
    self.nodes = (0..<random.next() % 3).map { _ in random.pick(nodes) }
    set = [1, random.pick([2, 3])]
    extra = ["a": random.pick([1, 2])]
  }

  static func rows(_ count: Int, _ random: inout SplitMix64) -> [RandomRow] {
    let nodes = (0..<12).map { _ in RandomNode(&random) }
    return (0..<count).map { _ in RandomRow(&random, nodes) }
  }
}

/// The same fields in instances of a class with an ancestor.
class RandomBase: QueryableProperties {
  var i: Int
  var os: String?
  init(_ row: RandomRow) {
    i = row.i
    os = row.os
  }

  typealias PropertyRoot = RandomBase
  static let queryProperties: [QueryProperty<RandomBase>] = [.storedFields]
}

final class RandomInstance: RandomBase {
  let b: Bool
  var od: Double?
  var tags: [String]
  var opart: RandomPart?
  var onode: RandomNode?
  var parts: [RandomPart]
  var oparts: [RandomPart]?
  var u16: UInt16?
  let s: String

  override init(_ row: RandomRow) {
    b = row.b
    od = row.od
    tags = row.tags
    opart = row.opart
    onode = row.onode
    parts = row.parts
    oparts = row.oparts
    u16 = row.u16
    s = row.s
    super.init(row)
  }
}
