import Foundation
import OpenPredicate

enum OddLevel: Int8 { case low = -1, high = 1 }
enum OddSuit: Character { case spades = "♠", hearts = "♥" }
enum OddShare: Double { case half = 0.5, whole = 1 }
enum OddPayload { case text(String), none }
indirect enum OddTree { case leaf(Int), node(OddTree, OddTree) }

struct OddBox<Value> {
  var value: Value
  var list: [Value]
}

/// Properties of unusual types, each one next to others whose bytes it must not be taken for.
struct OddRow {
  static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  var i8: Int8
  var u64: UInt64
  var u: UInt
  var f: Float
  var d: Double
  var c: Character
  var sub: Substring
  var url: URL?
  var data: Data
  var dd: Date?
  var nested: [[Int]]
  var set: Set<String>
  var oset: Set<Int>?
  var range: Range<Int>
  var map: [String: [Int]]
  var lv: OddLevel?
  var suit: OddSuit
  var dbl: OddShare
  var box: OddBox<Int>
  var obox: OddBox<String?>?
  var oo: Int??
  var arr: ContiguousArray<Int>
  var slice: ArraySlice<Int>
  var bools: [Bool]
  var odec: Decimal?
  var uuid: UUID?
  var any: Any
  var hash: AnyHashable
  var os: String?
  var osub: Substring?
  var lvs: [OddLevel]
  var od: [Date?]
  var mm: [String: Double]
  var mo: [String: Int?]
  var odict: [String: Int]?
  var payload: OddPayload
  var tree: OddTree

  init(_ i: Int) {
    i8 = Int8(truncatingIfNeeded: i * 5 - 128)
    u64 = i % 2 == 0 ? .max - UInt64(i) : UInt64(i)
    u = UInt(i)
    f = Float(i) / 10
    d = i % 9 == 0 ? .nan : Double(i) / 10
    c = ["a", "é", "👨‍👩‍👧", "e\u{301}"][i % 4]
    sub = "xabc\(i)".dropFirst()
    url = i % 3 == 0 ? nil : URL(string: "http://x/\(i % 4)")
    data = Data([UInt8(i)])
    dd = i % 4 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(i))
    nested = [[i], [1, 2]]
    set = ["s\(i % 3)", "é"]
    oset = i % 5 == 0 ? nil : [i, 1]
    range = 0..<i
    map = ["a": [i, 1], "b": []]
    lv = i % 3 == 0 ? nil : i % 3 == 1 ? .low : .high
    suit = i % 2 == 0 ? .spades : .hearts
    dbl = i % 2 == 0 ? .half : .whole
    box = OddBox(value: i, list: [i, i + 1])
    obox = i % 4 == 0 ? nil : OddBox(value: i % 3 == 0 ? nil : "v\(i % 5)", list: ["x", nil])
    oo = i % 3 == 0 ? Int??.none : i % 3 == 1 ? Int??.some(nil) : Int??.some(i)
    arr = [i, 2]
    slice = [9, i, 3].dropFirst()
    bools = [i % 2 == 0, false]
    odec = i % 3 == 0 ? nil : Decimal(i) / 4
    uuid = i % 7 == 0 ? Self.id : i % 2 == 0 ? nil : UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, UInt8(i)))
    any = i % 3 == 0 ? i as Any : i % 3 == 1 ? "s\(i)" : [i]
    hash = i % 2 == 0 ? AnyHashable(i) : AnyHashable("h\(i)")
    os = i % 3 == 0 ? nil : "é\(i % 4)"
    osub = i % 3 == 0 ? nil : "q\(i % 4)"[...]
    lvs = [.low, i % 2 == 0 ? .high : .low]
    od = [nil, Date(timeIntervalSinceReferenceDate: Double(i))]
    mm = ["k": i % 5 == 0 ? .nan : Double(i)]
    mo = ["k": i % 2 == 0 ? nil : i]
    odict = i % 3 == 0 ? nil : ["z": i]
    payload = .none
    tree = .leaf(1)
  }
}
