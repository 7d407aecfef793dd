import PredicateEngine
import PredicateRecords
import PredicateReference
import PredicateTestSupport
import PredicateValues
import Testing

/// Records are evaluated in chunks of several hundred. The results must not depend on the borders of chunks.
@Suite("Chunks of records")
struct ChunkTests {
  @Test("Records and issues keep their order and their lines", arguments: [1, 61, 4_096, Int.max])
  func order(portion: Int) throws {
    var input = ""
    var expected = ""
    var issues: [String] = []
    for line in 1...1_000 {
      switch line % 100 {
      case 7:
        input += "{\"a\":\"text\"}\n"
        issues.append("\(line) incomparable-types")
      case 8:
        input += "{\"a\":1,}\n"
        issues.append("\(line) json-character")
      case 9:
        input += "[\(line)]\n"
        issues.append("\(line) incomparable-types")
      case 10:
        input += "{\"a\":1e999}\n"
        issues.append("\(line) json-number-range")
      default:
        input += "{\"a\":\(line)}\n"
        if line % 3 == 0 { expected += "{\"a\":\(line)}\n" }
      }
    }
    let filtered = try Filtered("a > 0 AND modulus:by:(a, 3) == 0", input.utf8, as: .ndjson, portion: portion)
    #expect(filtered.text == expected)
    let found = Dictionary(grouping: filtered.issues) { $0.split(separator: " ")[1] }.mapValues(\.count)
    #expect(
      filtered.issues.map { $0.split(separator: " ")[0] } == issues.map { $0.split(separator: " ")[0] }, "\(found)")
    #expect(found["json-character"] == 10 && found["json-number-range"] == 10, "\(found)")
  }

  @Test("No input after the last record of the limit is read or reported")
  func maximum() throws {
    let lines = (1...600).map { "{\"a\":\($0)}\n" }.joined()
    var settings = FilterSettings()
    settings.maximumCount = 300
    var source = CountedSource(portions: [lines, "{\"a\":no}\n", "{\"a\":601}\n"])
    let output = MemoryOutput()
    let filter = RecordFilter(try QueryPredicate(format: "a > 0"), settings: settings, output: output)
    var issues = 0
    filter.report = { _ in issues += 1 }
    try filter.run(ByteWindow(source, size: 1 << 16), format: .ndjson)
    filter.finish()
    #expect(output.text == (1...300).map { "{\"a\":\($0)}\n" }.joined())
    #expect(issues == 0)
    source.reads.value = 0
    settings.maximumCount = 600
    source = CountedSource(portions: [lines, "{\"a\":no}\n"])
    let whole = RecordFilter(try QueryPredicate(format: "a > 0"), settings: settings, output: MemoryOutput())
    whole.report = { _ in issues += 1 }
    try whole.run(ByteWindow(source, size: 1 << 16), format: .ndjson)
    #expect(whole.matchCount == 600)
    #expect(issues == 0)
    // Only the portion with the records is read, so interactive input is not awaited.
    #expect(source.reads.value == 1)
  }

  @Test("Cells give the results of objects with the same values")
  func cells() throws {
    var held = 0
    for seed in RandomRun(rounds: 200).seeds {
      var random = SplitMix64(seed: seed)
      let format = condition(2, &random)
      var csv = "s,i,d\n"
      var json = ""
      for _ in 0..<300 {
        let text = random.pick(["", "x", "Xy", "é", "a long text that no small string holds", "\"quo\"\"ted\""])
        let whole = random.oneIn(8) ? "" : "\(Int.random(in: -3...3, using: &random))"
        let double = random.oneIn(8) ? "" : random.pick(["0.5", "-1.25", "2.0", "1e2"])
        csv += "\(text),\(whole),\(double)\n"
        let string = text.isEmpty ? "null" : text == "\"quo\"\"ted\"" ? "\"quo\\\"ted\"" : "\"\(text)\""
        json += "{\"s\":\(string),\"i\":\(whole.isEmpty ? "null" : whole),\"d\":\(double.isEmpty ? "null" : double)}\n"
      }
      var settings = FilterSettings()
      settings.columnTypes = [("s", .string), ("i", .integer), ("d", .double)]
      settings.isCounting = true
      let cells = try Filtered(format, csv.utf8, as: .csv, portion: 999, settings: settings)
      settings.columnTypes = []
      let objects = try Filtered(format, json.utf8, as: .ndjson, portion: 999, settings: settings)
      #expect(cells.count == objects.count, "seed \(seed): \(format)")
      #expect(cells.issues.isEmpty && objects.issues.isEmpty, "seed \(seed): \(format)")
      held += cells.count
    }
    #expect(held > 10_000)
  }

  private func condition(_ depth: Int, _ random: inout SplitMix64) -> String {
    if depth > 0, random.oneIn(2) {
      let first = condition(depth - 1, &random)
      return random.oneIn(3)
        ? "NOT (\(first))" : "(\(first) \(random.pick(["AND", "OR"])) \(condition(depth - 1, &random)))"
    }
    let text = random.pick(["\"x\"", "\"XY\"", "\"É\"", "\"long\"", "\"quo\\\"ted\""])
    let options = random.pick(["", "[c]", "[d]", "[cd]"])
    switch random.next() % 9 {
    case 0: return "i \(random.pick(["==", "!=", "<", "<=", ">", ">="])) \(random.pick(["0", "1", "-1.5"]))"
    case 1: return "d \(random.pick(["==", "<", ">="])) \(random.pick(["0.5", "2", "100"]))"
    case 2: return "\(random.pick(["i", "d"])) BETWEEN {-1, 2}"
    case 3: return "s \(random.pick(["==", "!="]))\(options) \(text)"
    case 4: return "s \(random.pick(["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE"]))\(options) \(text)"
    case 5: return "s IN\(options) {\"x\", \"é\"}"
    case 6: return "s MATCHES\(options) \"x.*\""
    case 7: return "\(random.pick(["s", "i", "d"])) \(random.pick(["==", "!="])) nil"
    default: return "i + 1 > d"
    }
  }
}

/// A source that gives its bytes in portions, as interactive input does, and counts how many were read.
private struct CountedSource: ByteSource {
  final class Count { var value = 0 }

  var portions: [String]
  let reads = Count()
  let wouldWait = true

  init(portions: [String]) { self.portions = portions }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    reads.value += 1
    guard !portions.isEmpty else { return 0 }
    let bytes = Array(portions.removeFirst().utf8)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}
