import PredicateDocuments
import PredicateEngine
import PredicateRecords
import PredicateReference
import PredicateValues
import Testing

@Suite("Filtering JSON")
struct JSONFilterTests {
  static let portions = [1, 2, 3, 7, 64, Int.max]

  @Test("Lines are output byte for byte", arguments: portions)
  func lines(portion: Int) throws {
    let input = """
      {"a": 1, "b": "x"}\r
      { "a":5,"b":"Timeout é" }

         \t
      nonsense
      {"a":"s"}
      {"b":{"a":9},"a":null}
      {"\\u0061":7}
      {"a":9,"a":1}
      {"a":1,"a":9} x
      {"c":[{"a":"}"},"\\"]"],"a":3
      {"a":3}
      """
    let filtered = try Filtered("a > 2", input.utf8, portion: portion)
    #expect(filtered.text == "{ \"a\":5,\"b\":\"Timeout é\" }\n{\"\\u0061\":7}\n{\"a\":3}\n")
    #expect(
      filtered.issues == [
        "5 json-character", "6 families-differ", "10 json-trailing-text", "11 json-end",
      ])
    let inverted = try Filtered("a > 2", input.utf8, portion: portion, settings: settings { $0.isInverted = true })
    #expect(inverted.text == "{\"a\": 1, \"b\": \"x\"}\r\n{\"b\":{\"a\":9},\"a\":null}\n{\"a\":9,\"a\":1}\n")
    #expect(inverted.issues == filtered.issues)
  }

  @Test(
    "Integers beyond Int64 are exact",
    arguments: [
      ("id == 18446744073709551615", [0]), ("id > 9223372036854775807", [0, 1]),
      ("id >= 18446744073709551614", [0, 1]),
      ("id IN {18446744073709551614, 3}", [1]), ("id == -9223372036854775809", [3]), ("id BETWEEN {0, 1e19}", [2]),
      ("id == nil", []),
    ])
  func wideIntegers(format: String, expected: [Int]) throws {
    let numbers = ["18446744073709551615", "18446744073709551614", "9223372036854775807", "-9223372036854775809"]
    let lines = numbers.map { "{\"id\":\($0)}\n" }
    let filtered = try Filtered(format, lines.joined().utf8, portion: 64)
    #expect(filtered.text == expected.map { lines[$0] }.joined() && filtered.issues.isEmpty)
    let separated = try Filtered(format, ("id\n" + numbers.joined(separator: "\n") + "\n").utf8, as: .csv, portion: 64)
    #expect(separated.text == (["id"] + expected.map { numbers[$0] }).joined(separator: "\n") + "\n")
  }

  @Test("Arrays are output as arrays, element by element", arguments: portions)
  func arrays(portion: Int) throws {
    let input = "\u{FEFF}[\n  {\"a\":1},{\n \"a\" : 5,\"b\":[\"]\\\"\",{}]} ,\r\n12, {\"a\":6}]\n"
    let filtered = try Filtered("a > 2", input.utf8, as: .json, portion: portion)
    #expect(filtered.text == "[\n{\n \"a\" : 5,\"b\":[\"]\\\"\",{}]},\n{\"a\":6}\n]\n")
    #expect(filtered.issues == ["4 key-of-value"])
    let lines = try Filtered(
      "a > 2", input.utf8, as: .json, portion: portion, settings: settings { $0.outputFormat = .ndjson })
    #expect(lines.text == "{\"a\":5,\"b\":[\"]\\\"\",{}]}\n{\"a\":6}\n")
    let none = try Filtered("a > 20", "[{\"a\":1}]".utf8, as: .json, portion: portion)
    #expect(none.text == "[]\n")
  }

  @Test("Successive values are read, and reading continues after text that is not a value", arguments: portions)
  func documents(portion: Int) throws {
    let input = "{\n\"a\":3}{\"a\":4}\n[{\"a\":5} {\"a\":6},\n{\"a\":7}\n]\n}\n{\"a\":8}\n{\"a\":"
    let filtered = try Filtered("a > 2", input.utf8, as: .json, portion: portion)
    #expect(filtered.count == 6)
    #expect(filtered.text == "{\n\"a\":3}\n{\"a\":4}\n{\"a\":5}\n{\"a\":6}\n{\"a\":7}\n{\"a\":8}\n")
    #expect(filtered.issues == ["3 json-character", "6 json-character", "8 json-end"])
  }

  @Test("The first bytes determine the format")
  func look() throws {
    #expect(try Filtered("a > 2", "{\"a\":1}\n{\"a\":3}\n".utf8).text == "{\"a\":3}\n")
    #expect(try Filtered("a > 2", "{\n\"a\":1}\n{\"a\":3}\n".utf8).text == "{\"a\":3}\n")
    #expect(try Filtered("a > 2", " [{\"a\":3}]".utf8).text == "[\n{\"a\":3}\n]\n")
    #expect(try Filtered("a > 2", "Filtering\n{\"a\":3}\n".utf8).issues == ["1 json-character"])
    #expect(try Filtered("a > 2", "a,b\n3,x\n".utf8).text == "a,b\n3,x\n")
    #expect(try Filtered("a > 2", "a\tb\n3\tx,y\n".utf8).text == "a\tb\n3\tx,y\n")
    #expect(try Filtered("a > 2", "".utf8).text.isEmpty)
  }

  @Test("Only members that the predicate names are read", arguments: portions)
  func paths(portion: Int) throws {
    let input = """
      {"a":{"b":{"c":3,"d":[1]},"x":[null]},"big":1e999}
      {"a":{"b":{"c":"3"}}}
      {"a":[{"b":{"c":3}},{"b":{"c":4}}]}
      {"a":null}
      {}
      {"a":{"b":"text"}}
      {"a":{"b":{"c":3,}}}
      """
    let filtered = try Filtered("a.b.c == 3", input.utf8, as: .ndjson, portion: portion)
    #expect(filtered.text == "{\"a\":{\"b\":{\"c\":3,\"d\":[1]},\"x\":[null]},\"big\":1e999}\n")
    #expect(filtered.issues == ["6 unknown-key", "7 json-character"])
    let whole = try Filtered("a.b.c == 3 AND SELF != nil", input.utf8, as: .ndjson, portion: portion)
    #expect(whole.text.isEmpty)
    #expect(whole.issues == ["1 json-number-range", "6 unknown-key", "7 json-character"])
  }

  /// Records with an error in a part that no predicate reads, and the error that is nevertheless reported.
  @Test(
    "Invalid JSON is reported, whatever the predicate reads",
    arguments: [
      (#"{"a":1,"x":[nul]}"#, "json-character", 15), (#"{"a":1,"x":[1,]}"#, "json-character", 14),
      (#"{"a":1,"x":{"y" 1}}"#, "json-character", 16), (#"{"a":1,"x":{1:2}}"#, "json-character", 12),
      (#"{"a":1,"x":[[01]]}"#, "json-character", 14), (#"{"a":1,"x":"\q"}"#, "json-escape", 12),
      (#"{"a":1,"x":{"y":"\ud800"}}"#, "json-surrogate", 17), ("{\"a\":1,\"x\":\"\u{1}\"}", "json-character", 12),
      (#"{"x":[nul],"a":1}"#, "json-character", 9), (#"{"a":1,"x":[1 2]}"#, "json-character", 14),
      (#"{"a":1,"\x":2}"#, "json-escape", 8), (#"{"a":1,"x":{"y":[{]}}"#, "json-character", 18),
    ])
  func unnamed(record: String, code: String, offset: Int) throws {
    for format in ["a == 1", "a == 2 OR b == 1", "x == nil", "ANY SELF == 3", "SELF != nil", "x.y.z == 1"] {
      let filtered = try Filtered(format, record.utf8, as: .ndjson)
      #expect(filtered.text.isEmpty && filtered.issues == ["1 \(code)"], "\(format): \(filtered.issues)")
      #expect(filtered.messages.first?.hasSuffix(" at byte \(offset)") == true, "\(format): \(filtered.messages)")
    }
  }

  @Test func bytesThatAreNotUTF8AreToldWhereverTheyStand() throws {
    for bytes: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xF0, 0x80, 0x80, 0x80],
    ] {
      let record = Array(#"{"a":1,"x":"é"#.utf8) + bytes + Array(#""}"#.utf8)
      let filtered = try Filtered("a == 1", record, as: .ndjson)
      #expect(filtered.issues == ["1 json-encoding"], "\(bytes)")
    }
    let fine = #"{"a":1,"x":"é€𝄞\u00e9\ud834\udd1e","y":{"z":["ü\n"]}}"#
    #expect(try Filtered("a == 1", fine.utf8, as: .ndjson).text == fine + "\n")
  }

  @Test(
    "Numbers are the nearest doubles, however they are written",
    arguments: [
      ("0.1", true), ("0.10000000000000000", true), ("1e-1", true), ("0.1000000000000001", false), ("-0.1", false),
      ("0.1000000000000000055511151231257827", true), ("0", false), ("null", false), ("true", false),
    ])
  func numbers(text: String, isEqual: Bool) throws {
    let record = Array("{\"a\":\(text)}".utf8)
    #expect(try Filtered("a == 0.1", record).count == (isEqual ? 1 : 0))
    #expect(try Filtered("a != 0.1", record).count == (isEqual ? 0 : 1))
    let value = QueryValue(try JSONReader.value(of: record))
    for format in ["a > -0.1", "a < 0", "a >= 0.1", "a <= 1", "a == 1", "a == 9007199254740993"] {
      #expect(
        try Filtered(format, record).count
          == (QueryPredicate(format: QueryFormat(raw: format)).evaluateByReference(with: value) ? 1 : 0),
        "\(format)")
    }
  }

  @Test func countAndMaximum() throws {
    let input = Array("{\"a\":1}\n{\"a\":3}\n{\"a\":4}\nx\n".utf8)
    #expect(try Filtered("a > 2", input, settings: settings { $0.isCounting = true }).text == "2\n")
    let first = try Filtered("a > 2", input, settings: settings { $0.maximumCount = 1 })
    #expect(first.text == "{\"a\":3}\n")
    #expect(first.issues.isEmpty)
    let variables = settings { $0.variables = [("low", .integer(3))] }
    #expect(try Filtered("a > $low", input, settings: variables).text == "{\"a\":4}\n")
  }

  @Test("Results are output before waiting for more input")
  func answersAtOnce() throws {
    let output = MemoryOutput()
    let filter = RecordFilter(try QueryPredicate(format: "a > 2"), output: output)
    var handedOn: [Int] = []
    let source = WatchedSource(["{\"a\":3}\n", "{\"a\":4}\n{\"a\":5}\n{\"a\"", ":6}\n"]) {
      handedOn.append(output.handedOn)
    }
    try filter.run(ByteWindow(source), format: .ndjson)
    #expect(handedOn == [0, 8, 24, 32])
  }

  private func settings(_ change: (inout FilterSettings) -> Void) -> FilterSettings {
    var settings = FilterSettings()
    change(&settings)
    return settings
  }
}

/// A source that gives its bytes in portions, as interactive input does.
private struct WatchedSource: ByteSource {
  var portions: [String]
  let beforeReading: () -> Void

  init(_ portions: [String], beforeReading: @escaping () -> Void) {
    self.portions = portions
    self.beforeReading = beforeReading
  }

  let wouldWait = true

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    beforeReading()
    guard !portions.isEmpty else { return 0 }
    let bytes = Array(portions.removeFirst().utf8)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}
