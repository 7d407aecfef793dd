import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

@Suite struct SQLBoxTests {
  private static func values() throws -> [QueryValue] {
    let decimals = try ["0.1", "-12345678901234567890.5", "1e40", "0"].map { try #require(QueryDecimal($0)) }
    let reference = QueryValue.reference(ObjectReference(entity: "é", key: -3))
    let single: [QueryValue] =
      [
        .null, .boolean(true), .boolean(false), .integer(.min), .integer(0), .double(-0.5), .double(.infinity),
        .string(""), .string("e\u{301}\0x"), .date(600_000_000.25), .data([]), .data([0, 255]), .url("http://x"),
        .uuid(QueryUUID(high: 1, low: .max)), reference,
      ] + decimals.map { .decimal($0) }
    let dictionary = QueryValue.dictionary(QueryDictionary([("a", .integer(1)), ("é", .array([reference]))]))
    return single + [
      .array(single), .set([.integer(1), .string("x")]), .array([]), .array([.array([.array([])])]), dictionary,
    ]
  }

  @Test func valuesComeOutAsTheyWentIn() throws {
    for value in try Self.values() {
      let bytes = try #require(SQLBox.bytes(of: value))
      let back = try #require(bytes.withUnsafeBytes { SQLBox.value(of: $0) })
      #expect(back.debugDescription == value.debugDescription)
      #expect(back.equals(value))
    }
  }

  private struct Thing: QueryObject {
    let holdsItself: Bool
    var entityName: String { "Thing" }
    var reference: ObjectReference? { nil }
    var keys: [String] { ["a", "b"] }

    func value(forKey key: String) -> QueryValue? {
      holdsItself ? .array([.object(self), .object(self)]) : .string(key)
    }
  }

  @Test func objectsThatAreNoRows() throws {
    let bytes = try #require(SQLBox.bytes(of: .object(Thing(holdsItself: false))))
    guard case .object(let back)? = bytes.withUnsafeBytes({ SQLBox.value(of: $0) }) else {
      Issue.record("no object")
      return
    }
    #expect(back.entityName == "Thing" && back.keys == ["a", "b"] && back.reference == nil)
    #expect(back.value(forKey: "b")?.debugDescription == QueryValue.string("b").debugDescription)
    #expect(back.value(forKey: "c") == nil)
    #expect(SQLBox.bytes(of: .object(Thing(holdsItself: true))) == nil)
  }

  @Test func nothingElseIsABox() throws {
    var random = SplitMix64(seed: 1)
    for value in try Self.values() {
      let bytes = try #require(SQLBox.bytes(of: value))
      for count in 0..<bytes.count { #expect(Array(bytes[..<count]).withUnsafeBytes { SQLBox.value(of: $0) } == nil) }
      #expect((bytes + [0]).withUnsafeBytes { SQLBox.value(of: $0) } == nil)
      // Reading damaged bytes neither crashes nor runs without end.
      for _ in 0..<20 {
        var changed = bytes
        let place = Int.random(in: changed.indices, using: &random)
        changed[place] = UInt8.random(in: 0...255, using: &random)
        _ = changed.withUnsafeBytes { SQLBox.value(of: $0) }
      }
    }
  }

  @Test func onlyWhatHasNoFormIsBoxed() {
    for value in [QueryValue.null, .integer(1), .double(1.5), .string("x")] {
      #expect(SQLBox.parameter(value)?.debugDescription == value.debugDescription)
    }
    if case .data? = SQLBox.parameter(.boolean(true)) {} else { Issue.record("a boolean is a box") }
    #expect(SQLBox.parameter(.double(.nan))?.isNull == true)
  }
}
