import BenchData
import Foundation

/// The row of `predicate filter`, a program that reads lines of JSON: its processor time next to that of a loop that decodes each line.
///
/// The program's time has its start in it, some milliseconds for 100,000 lines.
struct FilteredLines {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let rounds = 5

  private let program: String
  private let lines: [[UInt8]]

  init(program: String, count: Int) {
    self.program = program
    var numbers = SeededNumbers(seed: 42)
    lines = (0..<count).map { _ in Array(Records.line(Records.dictionary(&numbers)).utf8) }
  }

  func measured() -> Measurement {
    let name = "predicate filter: " + Records.format
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("use-bench-\(getpid()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try Data(lines.joined(separator: [10])).write(to: file)
      let times = PairedMedians(within: .infinity, atMost: Self.rounds, count) { 0 }
      let ours = try (0..<Self.rounds).map { _ in try filtered(file) }.sorted { $0.milliseconds < $1.milliseconds }
      let median = ours[Self.rounds / 2]
      return Measurement(
        group: .dictionaries, name: name, closure: times.first * 1e6 / Double(lines.count),
        ours: median.milliseconds * 1e6 / Double(lines.count),
        fault: times.firstResult == median.count
          ? nil : "the closure counts \(times.firstResult), the program \(median.count)")
    } catch {
      return Measurement(group: .dictionaries, name: name, closure: .nan, ours: .nan, fault: "\(error)")
    }
  }

  private func count() -> Int {
    let decoder = JSONDecoder()
    return lines.countMatches { line in
      guard let record = try? decoder.decode(Records.Decoded.self, from: Data(line)) else { return false }
      return record.year > 1990 && record.name?.lowercased().contains("a") ?? false
    }
  }

  /// One run of the program: its processor time, and how many lines it counts.
  private func filtered(_ file: URL) throws -> (milliseconds: Double, count: Int) {
    let before = Self.timeOfChildren
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["filter", "--count", Records.format, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(description: "\(program) prints \(text)")
    }
    return (Self.timeOfChildren - before, count)
  }

  /// Milliseconds of the processor that ended children took.
  private static var timeOfChildren: Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, which has another type on each system.
    getrusage(-1, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
  }
}
