import Foundation
import PredicateOutput
import PredicateRecords

/// The line protocol on file descriptors: one request per line in, one answer per line out, in the same order, each written at once.
public struct AdapterProgram {
  /// The longest line that is read. A longer one is answered as a faulty line.
  public static let maximumLineLength = 1 << 25

  private let session: AdapterSession
  private let maximumLineLength: Int

  /// The protocol for an engine, with operations in addition to those of the protocol.
  public init(
    engine: any AdapterEngine, operations: [AdapterOperation] = [],
    maximumLineLength: Int = AdapterProgram.maximumLineLength
  ) {
    session = AdapterSession(engine: engine, operations: operations)
    self.maximumLineLength = maximumLineLength
  }

  /// Answers until the input ends. A failure is an input that cannot be read, or an output that cannot be written.
  public func run(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) -> ProgramStatus {
    var lines = ByteLines(descriptor: input, maximumLength: maximumLineLength)
    let answers = FileOutput(descriptor: output)
    while !answers.hasFailed {
      switch lines.next() {
      case .end: return lines.failure == nil ? .success : .failure
      case .tooLong: answers.write(AdapterSession.answer(toLineOver: maximumLineLength) + "\n")
      case .line(let line):
        guard let answer = session.answer(to: line) else { continue }
        answers.write(answer + "\n")
      }
      answers.flush()
    }
    return .failure
  }
}
