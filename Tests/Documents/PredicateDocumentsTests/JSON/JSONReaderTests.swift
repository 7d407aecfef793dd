import PredicateDocuments
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  /// A text, and its form after reading and writing; `nil` if that form is the text itself.
  @Test(arguments: [
    ("null", nil), ("true", nil), ("false", nil), (" [ ] ", "[]"), ("{ }", "{}"), ("\"\"", nil),
    ("{\"a\":{\"b\":[1,2,{\"c\":null}]},\"d\":\"e\"}", nil),
    ("\t{\r\n\"a\" : [ 1 , \"x\" ] }\n", "{\"a\":[1,\"x\"]}"),
    ("\"é \u{1F37F} \u{7F}\"", nil),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#),
    (#""\u00e9\u0000\ud83c\udf7f\uFFFF""#, "\"é\\u0000\u{1F37F}\u{FFFF}\""),
    ("{\"a\":1,\"a\":2}", nil),
  ])
  func roundTrip(text: String, written: String?) throws {
    #expect(JSONWriter.text(of: try JSONReader.value(of: text)) == written ?? text)
  }

  /// Numbers, and their forms after reading and writing: integers without a fraction, doubles with a fraction or an exponent.
  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("1", "1"), ("1.0", "1.0"), ("1e0", "1.0"), ("-1.5E-3", "-0.0015"), ("-0.0", "-0.0"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9223372036854775808"), ("-9223372036854775809", "-9223372036854775809"),
    ("99999999999999999999", "99999999999999999999"), ("100000000000000000000000", "100000000000000000000000"),
    ("1E+20", "1e+20"), ("9007199254740993", "9007199254740993"),
    ("9007199254740993.0", "9007199254740992.0"), ("0.1", "0.1"), ("5e-324", "5e-324"), ("1e-400", "0.0"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
  ])
  func numbers(text: String, written: String) throws {
    let value = try JSONReader.value(of: text)
    let again = JSONWriter.text(of: value)
    switch (value, try JSONReader.value(of: written)) {
    case (.integer(let left), .integer(let right)): #expect(left == right)
    case (.decimal(let left), .decimal(let right)): #expect(left == right && again == text)
    case (.double(let left), .double(let right)): #expect(left.bitPattern == right.bitPattern)
    default: Issue.record("\(text) is \(value), not of the kind of \(written)")
    }
    #expect(JSONWriter.text(of: try JSONReader.value(of: again)) == again)
  }

  @Test func longNumbers() throws {
    for digits in [300, 301, 309] {
      let text = String(repeating: "1", count: digits)
      switch try JSONReader.value(of: text) {
      case .decimal: #expect(digits == 300)
      case .double(let value): #expect(digits > 300 && value == Double(text))
      case let other: Issue.record("\(other)")
      }
    }
    #expect(throws: JSONError.self) { try JSONReader.value(of: String(repeating: "1", count: 1_000_000)) }
  }

  @Test(arguments: [
    ("", JSONError.Reason.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[", .unexpectedEnd, 1),
    ("[1", .unexpectedEnd, 2),
    ("[1,", .unexpectedEnd, 3), ("[1,]", .unexpectedCharacter, 3), ("[,1]", .unexpectedCharacter, 1),
    ("[1 2]", .unexpectedCharacter, 3), ("[1}", .unexpectedCharacter, 2), ("{1:2}", .unexpectedCharacter, 1),
    ("{\"a\"}", .unexpectedCharacter, 4), ("{\"a\":}", .unexpectedCharacter, 5),
    ("{\"a\":1,}", .unexpectedCharacter, 7),
    ("{\"a\":1]", .unexpectedCharacter, 6), ("]", .unexpectedCharacter, 0), ("tru", .unexpectedEnd, 3),
    ("trUe", .unexpectedCharacter, 2), ("nulll", .trailingText, 4), ("1 2", .trailingText, 2),
    ("{} []", .trailingText, 3),
    ("NaN", .unexpectedCharacter, 0), ("Infinity", .unexpectedCharacter, 0), ("-Infinity", .unexpectedCharacter, 1),
    ("+1", .unexpectedCharacter, 0), ("-", .unexpectedEnd, 1), ("01", .trailingText, 1), ("-01", .trailingText, 2),
    ("1.", .unexpectedEnd, 2), ("[1.]", .unexpectedCharacter, 3), (".5", .unexpectedCharacter, 0),
    ("1e", .unexpectedEnd, 2),
    ("1e+", .unexpectedEnd, 3), ("0x10", .trailingText, 1), ("1e999", .numberRange, 0), ("[-1e999]", .numberRange, 1),
    ("'a'", .unexpectedCharacter, 0), ("\"a", .unexpectedEnd, 2), ("\"a\nb\"", .unexpectedCharacter, 2),
    ("\"\\x\"", .escape, 1), ("\"\\u12G4\"", .escape, 5), ("\"\\u12", .unexpectedEnd, 5), ("\"\\", .unexpectedEnd, 2),
    ("\"a\\n\u{1}\"", .unexpectedCharacter, 4), ("\"\\ud800\"", .surrogate, 1), ("\"\\ud800\\u0041\"", .surrogate, 1),
    ("\"\\udc00\"", .surrogate, 1), ("\"\\ud800x\"", .surrogate, 1), ("// a\n1", .unexpectedCharacter, 0),
    ("\u{FEFF}1", .unexpectedCharacter, 0), ("\u{A0}1", .unexpectedCharacter, 0),
  ])
  func refusals(text: String, reason: JSONError.Reason, offset: Int) {
    #expect(throws: JSONError(reason, at: offset)) { try JSONReader.value(of: text) }
  }

  @Test(
    "Bytes that are not UTF-8",
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func encoding(bytes: [UInt8]) {
    for content in [bytes, Array("\\n".utf8) + bytes] {
      let text = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
      #expect(throws: JSONError(.encoding, at: 1)) { try JSONReader.value(of: text) }
    }
    #expect(throws: JSONError.self) { try JSONReader.value(of: bytes) }
  }

  @Test("The last of equal names counts, compared by scalars")
  func repeatedNames() throws {
    guard case .object(let object) = try JSONReader.value(of: "{\"é\":1,\"e\u{301}\":2,\"é\":3}") else {
      Issue.record("no object")
      return
    }
    #expect(object["é"].map(JSONWriter.text(of:)) == "3")
    #expect(object["e\u{301}"].map(JSONWriter.text(of:)) == "2")
    #expect(object["e"] == nil)
  }

  @Test("The limit of nesting, and one past it", arguments: ["[", "{\"a\":"])
  func depth(opening: String) throws {
    func nested(_ depth: Int) -> String {
      let closing = opening == "[" ? "]" : "}"
      return String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    }
    let deepest = nested(JSONReader.maximumDepth)
    #expect(JSONWriter.text(of: try JSONReader.value(of: deepest)) == deepest)
    let offset = JSONReader.maximumDepth * opening.utf8.count
    #expect(throws: JSONError(.depth, at: offset)) { try JSONReader.value(of: nested(JSONReader.maximumDepth + 1)) }
    #expect(throws: JSONError(.depth, at: offset)) {
      try JSONReader.value(of: String(repeating: opening, count: 100_000))
    }
    #expect(throws: JSONError(.depth, at: 2 * opening.utf8.count)) {
      try JSONReader.value(of: nested(3), maximumDepth: 2)
    }
  }

  @Test("Doubles that JSON lacks are written as null")
  func nonFinite() {
    #expect(JSONWriter.text(of: .array([.double(.nan), .double(-.infinity), .double(1)])) == "[null,null,1.0]")
  }

  @Test("A long text, a long number and many members")
  func long() throws {
    let text = "[\"" + String(repeating: "x\\n", count: 50_000) + "\"," + String(repeating: "9", count: 301) + "]"
    guard case .array(let elements) = try JSONReader.value(of: text), case .string(let string)? = elements.first,
      case .double(let number)? = elements.last
    else {
      Issue.record("no array of a string and a number")
      return
    }
    #expect(string.utf8.count == 100_000)
    #expect(number == 1e301)
    let members = (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(JSONWriter.text(of: try JSONReader.value(of: "{\(members)}")) == "{\(members)}")
  }
}
