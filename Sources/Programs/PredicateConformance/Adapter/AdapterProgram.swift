import Foundation
import PredicateOutput
import PredicateRecords

/// Runs the line protocol on file descriptors: one request per line, and one answer per line in the same order. Each answer is written immediately.
public struct AdapterProgram {
  /// The longest line that is read. A longer line gets an error as its answer.
  public static let maximumLineLength = 1 << 25

  private let session: AdapterSession
  private let maximumLineLength: Int

  /// The protocol for an engine, with additional operations.
  public init(
    engine: any AdapterEngine, operations: [AdapterOperation] = [],
    maximumLineLength: Int = AdapterProgram.maximumLineLength
  ) {
    session = AdapterSession(engine: engine, operations: operations)
    self.maximumLineLength = maximumLineLength
  }

  /// Answers requests until the input ends. Returns `failure` if the input cannot be read or the output cannot be written.
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
