import PredicateValues
import Testing

@Suite("Properties of strings")
struct StringPropertyTests {
  static let cases: [(String, StringProperty, String)] = [
    ("a🎬", .length, "3"), ("ÀB", .lowercaseString, "'àb'"), ("aß", .uppercaseString, "'ASS'"),
    ("the  qUICK\tbrown-fox", .capitalizedString, "'The  Quick\tBrown-fox'"),
    ("/tmp/scratch.tiff", .lastPathComponent, "'scratch.tiff'"), ("/tmp/scratch", .lastPathComponent, "'scratch'"),
    ("/tmp/", .lastPathComponent, "'tmp'"),
    ("scratch///", .lastPathComponent, "'scratch'"), ("/", .lastPathComponent, "'/'"),
    ("//", .lastPathComponent, "'/'"), ("", .lastPathComponent, "''"),
    ("/tmp/scratch.tiff", .pathExtension, "'tiff'"), (".scratch.tiff", .pathExtension, "'tiff'"),
    ("/tmp/scratch", .pathExtension, "''"), ("/tmp/", .pathExtension, "''"),
    ("/tmp/scratch..tiff", .pathExtension, "'tiff'"), (".bashrc", .pathExtension, "''"),
    ("/home/.bashrc", .pathExtension, "''"), ("a.b/c", .pathExtension, "''"),
    ("a.", .pathExtension, "''"), ("a.b/", .pathExtension, "'b'"), ("a.b c", .pathExtension, "''"),
    ("/tmp/a.txt", .stringByDeletingPathExtension, "'/tmp/a'"), ("a", .stringByDeletingPathExtension, "'a'"),
    ("/tmp/scratch.tiff", .stringByDeletingLastPathComponent, "'/tmp'"),
    ("/tmp/lock/", .stringByDeletingLastPathComponent, "'/tmp'"), ("/tmp/", .stringByDeletingLastPathComponent, "'/'"),
    ("/tmp", .stringByDeletingLastPathComponent, "'/'"), ("/", .stringByDeletingLastPathComponent, "'/'"),
    ("scratch.tiff", .stringByDeletingLastPathComponent, "''"), ("a//b", .stringByDeletingLastPathComponent, "'a'"),
    (" \t-12x", .integerValue, "-12"), ("+7", .integerValue, "7"), ("x7", .integerValue, "0"),
    ("99999999999999999999", .integerValue, "9223372036854775807"),
    ("-99999999999999999999", .longLongValue, "-9223372036854775808"),
    ("3000000000", .intValue, "2147483647"), ("1.5e2x", .doubleValue, "150.0"), (".5", .doubleValue, "0.5"),
    ("5.", .doubleValue, "5.0"), ("1e", .doubleValue, "1.0"), ("-2.5", .doubleValue, "-2.5"),
    (".", .doubleValue, "0.0"), ("e5", .doubleValue, "0.0"), ("1e999", .doubleValue, "inf"),
    ("0.1", .floatValue, "0.10000000149011612"), ("YES", .boolValue, "TRUE"), ("00", .boolValue, "FALSE"),
    ("-03", .boolValue, "TRUE"), ("no", .boolValue, "FALSE"),
  ]

  @Test("are those of NSString", arguments: cases)
  func value(text: String, property: StringProperty, result: String) {
    let found = StringProperty.value(of: text, named: property.rawValue)
    #expect(found?.exact == result)
    #expect(found?.type == property.type)
  }

  @Test("are a closed list")
  func names() {
    for name in ["", "description", "Length", "length:", "dealloc"] {
      #expect(StringProperty.value(of: "a", named: name) == nil)
    }
  }
}

@Suite("Indexes")
struct ValueIndexTests {
  static let dictionary = QueryValue.dictionary(QueryDictionary([("A", 1), ("é", 2)]))

  static let cases: [(QueryValue, QueryValue, String)] = [
    ([5, 6], 0, "5"), ([5, 6], 1.0, "6"), ([5, 6], 2, "nil"), ([5, 6], -1, "nil"), ([5, 6], 0.5, "nil"), ([], 0, "nil"),
    (nil, 0, "nil"), ([5], nil, "nil"),
    (dictionary, "A", "1"), (dictionary, "e\u{301}", "nil"), (dictionary, "b", "nil"), ([5], .double(.nan), "nil"),
    ([5], .double(.infinity), "nil"),
  ]

  @Test("find an element", arguments: cases)
  func element(container: QueryValue, index: QueryValue, result: String) throws {
    #expect(try ValueIndex.element(of: container, at: index).exact == result)
  }

  @Test("find the ends and the size")
  func ends() throws {
    #expect(try ValueIndex.first(of: [1, 2]).exact == "1" && ValueIndex.last(of: [1, 2]).exact == "2")
    #expect(try ValueIndex.first(of: []).isNull && ValueIndex.last(of: nil).isNull)
    #expect(
      try ValueIndex.size(of: [1, 2]).exact == "2" && ValueIndex.size(of: Self.dictionary).exact == "2"
        && ValueIndex.size(of: nil).isNull)
    for body in [
      { try ValueIndex.element(of: 5, at: 0) }, { try ValueIndex.element(of: [5], at: "a") },
      { try ValueIndex.size(of: "abc") },
    ] as [() throws -> QueryValue] {
      #expect(throws: PredicateIssue.self) { try body() }
    }
  }
}
