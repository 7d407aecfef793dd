import Foundation
import PredicateConformance
import PredicateOutput
import Testing

/// The adapter works as a program that reads and writes file descriptors.
@Suite("The adapter as a program")
struct AdapterProgramTests {
  /// The program's output for an input, and its status.
  private func run(_ input: [UInt8], maximumLineLength: Int = 1_000) throws -> (output: [String], status: ProgramStatus)
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let requests = folder.appending(path: "requests")
    let answers = folder.appending(path: "answers")
    try Data(input).write(to: requests)
    try Data().write(to: answers)
    let reading = try FileHandle(forReadingFrom: requests)
    let writing = try FileHandle(forWritingTo: answers)
    let status = AdapterProgram(engine: FakeEngine(), maximumLineLength: maximumLineLength)
      .run(input: reading.fileDescriptor, output: writing.fileDescriptor)
    try writing.close()
    let text = String(decoding: try Data(contentsOf: answers), as: UTF8.self)
    return (text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), status)
  }

  @Test("One answer a line, in order; blank lines have none; the last line needs no end")
  func order() throws {
    var input = ""
    for id in 0..<500 {
      input += #"{"id":\#(id),"op":"parse","format":"a == \#(id)"}"# + (id % 7 == 0 ? "\r\n\n \n" : "\n")
    }
    let (output, status) = try run(Array((input + #"{"id":500,"op":"nope"}"#).utf8))
    #expect(status == .success)
    #expect(output.count == 502)
    for id in 0..<500 { #expect(output[id] == #"{"id":\#(id),"canonical":"a == \#(id)"}"#) }
    #expect(output[500].hasPrefix(#"{"id":500,"skip":"#))
    #expect(output.last == "")
  }

  @Test("Bytes that are not text, NUL among them, are a faulty line and the next one is read")
  func bytes() throws {
    let good = Array(#"{"op":"hello"}"#.utf8)
    let (output, _) = try run([0xFF, 0x00, 0x0A] + good + [0x0A, 0x00, 0x0A])
    #expect(
      output.map { $0.prefix(30) } == [
        #"{"id":null,"error":{"kind":"pr"#, #"{"implementation":"OpenPredica"#, #"{"id":null,"error":{"kind":"pr"#, "",
      ])
  }

  @Test("The longest line, one past it, and one that fills many buffers")
  func lineLength() throws {
    func line(_ length: Int) -> [UInt8] {
      let head = Array(#"{"id":1,"op":"nope","x":""#.utf8)
      return head + [UInt8](repeating: 0x78, count: length - head.count - 2) + Array("\"}".utf8)
    }
    let lines = [line(1_000), line(1_001), line(300_000), line(999), line(300_000)]
    let (output, status) = try run(Array(lines.joined(separator: [0x0A])))
    #expect(status == .success)
    #expect(
      output.map { $0.contains("skip") ? "read" : $0.contains("line-length") ? "refused" : $0 } == [
        "read", "refused", "refused", "read", "refused", "",
      ])
    let (long, _) = try run(line(300_000), maximumLineLength: 400_000)
    #expect(long.count == 2 && long[0].contains("skip"))
  }

  @Test("Each answer is written before the next line is read")
  func flushing() throws {
    let requests = Pipe()
    let answers = Pipe()
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      _ = AdapterProgram(engine: FakeEngine())
        .run(input: requests.fileHandleForReading.fileDescriptor, output: answers.fileHandleForWriting.fileDescriptor)
      finished.signal()
    }
    thread.start()
    for id in 0..<5 {
      try requests.fileHandleForWriting.write(contentsOf: Data(#"{"id":\#(id),"op":"nope"}"#.utf8 + [0x0A]))
      // Without a flush, the test would wait for ever for an answer in the adapter's buffer.
      let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer == #"{"id":\#(id),"skip":"The op \"nope\" is not offered."}"# + "\n")
    }
    try requests.fileHandleForWriting.close()
    finished.wait()
  }

  @Test("An engine that cannot be made is a failure, and its reason is reported")
  func missingEngine() {
    struct Missing: Error, CustomStringConvertible { let description = "there is no server" }
    func make() throws -> any AdapterEngine { throw Missing() }
    let errors = TextOutput()
    #expect(AdapterProgram(engine: try make()).run(errors: errors) == .failure)
    #expect(errors.text == "predicate: there is no server\n")
  }

  @Test("An input that cannot be read is a failure")
  func unreadable() {
    #expect(AdapterProgram(engine: FakeEngine()).run(input: -1, output: STDOUT_FILENO) == .failure)
  }
}
