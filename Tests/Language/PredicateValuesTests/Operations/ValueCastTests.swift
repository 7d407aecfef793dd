import PredicateValues
import Testing

@Suite("CAST")
struct ValueCastTests {
  static let uuidText = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
  static let uuid = QueryUUID(uuidText).map { QueryValue.uuid($0) } ?? .null
  static let friend = QueryValue.reference(ObjectReference(entity: "Friend", key: 3))

  static let cases: [(QueryValue, CastTarget, String)] = [
    // To text.
    (5, .string, "'5'"), (5.0, .string, "'5'"), (5.5, .string, "'5.5'"), (true, .string, "'1'"),
    (.decimal(text: "1.50"), .string, "'1.5'"),
    (.date(0), .string, "'2001-01-01T00:00:00Z'"), (uuid, .string, "'\(uuidText)'"),
    (.url("https://a.b"), .string, "'https://a.b'"),
    (.data([0xDE, 0xAD]), .string, "'3q0='"), (friend, .string, "'Friend/3'"), ("a", .string, "'a'"),
    (nil, .string, "nil"),
    // To numbers.
    ("123.0", .number, "123.0"), ("12", .number, "12.0"), (12, .number, "12"), (.date(60), .number, "60.0"),
    ("1e3", .double, "1000.0"),
    ("abc", .number, "nil"), ("", .double, "nil"), (" 1", .double, "nil"), ("0x10", .integer, "nil"),
    ("nan", .double, "nil"),
    ("12.9", .integer, "12"), (-12.9, .integer, "-12"), ("99999999999999999999", .integer, "nil"),
    (.double(1e300), .integer, "nil"),
    ("9007199254740993", .integer, "9007199254740993"), (true, .integer, "1"), (.date(1.5), .integer, "1"),
    ("-inf", .double, "-inf"),
    ("0.1", .decimal, "0.1d"), (0.1, .decimal, "0.1d"), (3, .decimal, "3d"), (.double(.infinity), .decimal, "nil"),
    ("x", .decimal, "nil"),
    (.decimal(text: "0.1"), .double, "0.1"), ("Yes", .boolean, "TRUE"), ("0", .boolean, "FALSE"),
    ("maybe", .boolean, "nil"), (0.5, .boolean, "TRUE"),
    (.decimal(text: "0"), .boolean, "FALSE"), (.double(.nan), .integer, "nil"),
    // To dates.
    (60, .date, "date 60.0"), ("2001-01-01T00:01:00Z", .date, "date 60.0"), ("soon", .date, "nil"),
    (.date(1), .date, "date 1.0"),
    // To collections and other types.
    (.set([1, 2]), .array, "{1, 2}"), ([1, 1.0, 2], .set, "set {1, 2}"), ([1], .array, "{1}"),
    (.dictionary(QueryDictionary([("a", 1)])), .dictionary, "dictionary [\"a: 1\"]"),
    ("3q0=", .data, "data [222, 173]"), ("3q0", .data, "nil"), (.string(uuidText), .uuid, "uuid \(uuidText)"),
    ("x", .uuid, "nil"),
    ("https://a.b", .url, "url https://a.b"), ("", .url, "url "), ("Friend/3", .object, "reference Friend/3"),
    ("Friend", .object, "nil"), (friend, .object, "reference Friend/3"),
  ]

  @Test("converts a value", arguments: cases)
  func cast(value: QueryValue, target: CastTarget, result: String) throws {
    let found = try ValueCast.cast(value, to: target)
    #expect(found.exact == result)
    let type = try #require(target.resultType(from: value.type))
    if !found.isNull { #expect(found.type == type || type == .collection(.any) || type == .object("")) }
  }

  @Test("converts between a UUID and its bytes")
  func bytes() throws {
    let data = try ValueCast.cast(Self.uuid, to: .data)
    #expect(try ValueCast.cast(data, to: .uuid).exact == "uuid \(Self.uuidText)")
    #expect(try ValueCast.cast(.data([1]), to: .uuid).isNull)
  }

  @Test("makes a dictionary of alternating names and values")
  func dictionary() throws {
    guard case .dictionary(let made) = try ValueCast.cast(["a", 1, "b", 2], to: .dictionary) else {
      Issue.record("no dictionary")
      return
    }
    #expect(made.keys == ["a", "b"])
    #expect(made["b"]?.equals(2) == true)
    #expect(throws: PredicateIssue.self) { try ValueCast.cast(["a"], to: .dictionary) }
    #expect(throws: PredicateIssue.self) { try ValueCast.cast([1, 2], to: .dictionary) }
  }

  static let wrong: [(QueryValue, CastTarget)] = [
    ([1], .string), (.data([1]), .number), (.date(1), .decimal), (1, .array), ("a", .set), (1, .uuid), (1, .data),
    (.date(1), .boolean),
    (1, .url), (.dictionary(QueryDictionary()), .string), (1, .object), (1, .dictionary),
  ]

  @Test("refuses families that a type does not take", arguments: wrong)
  func refuse(value: QueryValue, target: CastTarget) {
    #expect(target.resultType(from: value.type) == nil)
    do {
      _ = try ValueCast.cast(value, to: target)
      Issue.record("no issue")
    } catch {
      #expect(error.kind == .type)
    }
  }

  @Test("takes known type names only")
  func names() {
    for target in CastTarget.allCases { #expect(CastTarget(name: target.name) == target) }
    let aliases: [(String, CastTarget)] = [
      ("nsdate", .date), ("NSDATE", .date), ("String", .string), ("Int", .integer), ("Double", .double),
      ("Float", .double), ("Bool", .boolean),
      ("Date", .date), ("Decimal", .decimal), ("UUID", .uuid), ("Data", .data), ("URL", .url), ("Array", .array),
      ("Set", .set),
    ]
    for (name, target) in aliases { #expect(CastTarget(name: name) == target) }
    for name in ["Class", "NSObject", "", "NSStrinɡ", "NSFileManager"] { #expect(CastTarget(name: name) == nil) }
    #expect(CastTarget.suggestion(for: "NSSting") == "NSString")
  }
}
