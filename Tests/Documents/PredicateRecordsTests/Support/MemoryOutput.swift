import PredicateRecords
import PredicateValues

/// An output that stores the written bytes, and how many there were at the last flush.
final class MemoryOutput: ByteOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var handedOn = 0
  var hasFailed = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes += bytes }

  func flush() { handedOn = bytes.count }
}

/// The result of filtering an input.
struct Filtered {
  let text: String
  let issues: [String]
  let messages: [String]
  let count: Int

  /// Filters bytes that arrive in portions of a given size.
  init(
    _ format: String, _ input: some Sequence<UInt8>, as inputFormat: RecordFormat? = nil, portion: Int = .max,
    settings: FilterSettings = FilterSettings()
  ) throws {
    let output = MemoryOutput()
    let filter = RecordFilter(try QueryPredicate(format: QueryFormat(raw: format)), settings: settings, output: output)
    var issues: [String] = []
    var messages: [String] = []
    filter.report = {
      issues.append("\($0.line) \($0.code)")
      messages.append($0.message)
    }
    try filter.run(ByteWindow(MemorySource(input, portion: portion), size: 16), format: inputFormat)
    filter.finish()
    text = output.text
    self.issues = issues
    self.messages = messages
    count = filter.matchCount
  }
}
