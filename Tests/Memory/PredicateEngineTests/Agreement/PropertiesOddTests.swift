import Foundation
import OpenPredicate
import PredicateMemory
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// For properties of unusual types, every way to evaluate a predicate gives the result of a Swift closure.
@Suite struct PropertiesOddTests {
  private let rows = (0..<70).map { OddRow($0) }

  private func check(
    _ format: String, _ arguments: any QueryArgumentConvertible..., closure: (OddRow) -> Bool
  ) throws {
    try query(format, arguments, closure)
  }

  /// Compares the rows in chunks and one by one, and returns the query.
  @discardableResult
  private func query(
    _ format: String, _ arguments: [any QueryArgumentConvertible] = [], _ closure: (OddRow) -> Bool
  ) throws -> BoundQuery<OddRow> {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format), arguments: arguments.map(\.queryArgument))
    let query = try BoundQuery<OddRow>(predicate)
    let expected = rows.indices.filter { closure(rows[$0]) }
    #expect(try rows.filterIndices(query) == expected, "\(format), in chunks")
    #expect(try query.indicesByReference(rows) == expected, "\(format), one by one")
    return query
  }

  @Test func numbers() throws {
    try check("i8 < -100") { $0.i8 < -100 }
    try check("i8 == 200") { _ in false }
    try check("i8 < 200") { _ in true }
    try check("u64 > 9223372036854775807") { $0.u64 > 9223372036854775807 }
    try check("u64 == %@", UInt64.max) { $0.u64 == .max }
    try check("u64 >= %@", UInt64.max - 10) { $0.u64 >= .max - 10 }
    try check("u64 IN {%@, 3}", UInt64.max) { $0.u64 == .max || $0.u64 == 3 }
    try check("u64 > -1") { _ in true }
    try check("u64 == 18446744073709551615.0") { _ in false }
    try check("f == 0.1") { Double($0.f) == 0.1 }
    try check("f == %@", Float(0.1)) { $0.f == 0.1 }
    try check("f > 3.05") { Double($0.f) > 3.05 }
    try check("d == nil") { $0.d.isNaN }
    try check("d != nil AND d < 3") { $0.d < 3 }
    try check("NOT d < 3") { !($0.d < 3) }
    try check("lv == -1") { $0.lv == .low }
    try check("lv == nil") { $0.lv == nil }
    try check("lv > 0") { $0.lv == .high }
    try check("lv IN {1, 5}") { $0.lv == .high }
    try check("dbl > 0.7") { $0.dbl == .whole }
    try check("oo == nil") { $0.oo == .none || $0.oo! == nil }
    try check("oo > 50") { ($0.oo ?? nil).map { $0 > 50 } ?? false }
    try check("odec > 10.25") { $0.odec.map { $0 > Decimal(string: "10.25")! } ?? false }
    try check("odec == 0.25") { $0.odec == Decimal(string: "0.25") }
    try check("odec == nil") { $0.odec == nil }
    try check("odec IN {0.25, 0.5, 100}") { $0.odec == Decimal(string: "0.25") || $0.odec == Decimal(string: "0.5") }
    try check("u == f * 10") { Double($0.u) == Double($0.f) * 10 }
    try check("u64 == u") { $0.u64 == UInt64($0.u) }
  }

  @Test func texts() throws {
    try check("c == 'é'") { Array(String($0.c).unicodeScalars) == Array("é".unicodeScalars) }
    try check("c == '👨‍👩‍👧'") { $0.c == "👨‍👩‍👧" }
    try check("c.length > 1") { String($0.c).utf16.count > 1 }
    try check("sub BEGINSWITH 'abc1'") { $0.sub.hasPrefix("abc1") }
    try check("sub.length == 5") { $0.sub.utf16.count == 5 }
    try check("oset == nil") { $0.oset == nil }
    try check("suit == '♠'") { $0.suit == .spades }
    try check("os.length == 2") { $0.os?.utf16.count == 2 }
    try check("os BEGINSWITH[cd] 'E'") { $0.os != nil }
    try check("osub == 'q1'") { $0.osub == "q1" }
  }

  @Test func collections() throws {
    try check("nested.@count == 2") { _ in true }
    try check("nested[0][0] == 5") { $0.nested[0][0] == 5 }
    try check("{5} IN nested") { $0.nested.contains([5]) }
    try check("'s1' IN set") { $0.set.contains("s1") }
    try check("set.@count == 2") { $0.set.count == 2 }
    try check("5 IN oset") { $0.oset?.contains(5) ?? false }
    try check("NOT 5 IN oset") { !($0.oset?.contains(5) ?? false) }
    try check("range.lowerBound == 0 AND range.upperBound > 60") { $0.range.upperBound > 60 }
    try query("map.a[0] == 5") { $0.map["a"]![0] == 5 }
    try query("5 IN map.a") { $0.map["a"]!.contains(5) }
    try query("map.b.@count == 0") { _ in true }
    try query("map.zz == nil") { _ in true }
    try check("box.value > 65") { $0.box.value > 65 }
    try check("ANY box.list == 5") { $0.box.list.contains(5) }
    try check("5 IN arr") { $0.arr.contains(5) }
    try check("5 IN slice") { $0.slice.contains(5) }
    try check("ANY bools == YES") { $0.bools.contains(true) }
    try check("ANY lvs == 1") { $0.lvs.contains(.high) }
    try check("ALL lvs == -1") { $0.lvs.allSatisfy { $0 == .low } }
    try check("ANY od == nil") { _ in true }
    try query("mm.k == nil") { $0.mm["k"]!.isNaN }
    try query("mm.k > 50") { $0.mm["k"]! > 50 }
    try query("mo.k == nil") { $0.mo["k"]! == nil }
    try query("mo.k > 50") { ($0.mo["k"]! ?? 0) > 50 }
    try query("odict.z == 5") { $0.odict?["z"] == 5 }
    try check("odict == nil") { $0.odict == nil }
    try query("odict.z + 1 == 6") { $0.odict?["z"] == 5 }
  }

  @Test func others() throws {
    try check("url == %@", URL(string: "http://x/1")!) { $0.url == URL(string: "http://x/1")! }
    try check("url == nil") { $0.url == nil }
    try check("data == %@", Data([3])) { $0.data == Data([3]) }
    try check("dd > %@", Date(timeIntervalSinceReferenceDate: 30)) {
      $0.dd.map { $0 > Date(timeIntervalSinceReferenceDate: 30) } ?? false
    }
    try check("dd == nil") { $0.dd == nil }
    try check("obox.value == 'v1'") { $0.obox?.value == "v1" }
    try check("obox.value == nil") { $0.obox?.value == nil }
    try check("obox == nil") { $0.obox == nil }
    try query("slice[0] == 5") { $0.slice.first == 5 }
    try check("uuid == %@", OddRow.id) { $0.uuid == OddRow.id }
    try check("uuid != %@", OddRow.id) { $0.uuid != OddRow.id }
    try check("uuid == nil") { $0.uuid == nil }
    try query("any == 6") { $0.any as? Int == 6 }
    try query("any == 's4'") { $0.any as? String == "s4" }
    try query("hash == 4") { $0.hash == AnyHashable(4) }
    try query("hash == 'h5'") { $0.hash == AnyHashable("h5") }
  }
}
