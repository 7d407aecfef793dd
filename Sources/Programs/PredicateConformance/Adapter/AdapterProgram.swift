import Foundation
import PredicateOutput
import PredicateRecords

/// Runs the line protocol on file descriptors: one request per line, and one answer per line in the same order. Each answer is written immediately.
public struct AdapterProgram {
  /// The longest line that is read. A longer line gets an error as its answer.
  public static let maximumLineLength = 1 << 25

  private let engine: () throws -> any AdapterEngine
  private let operations: [AdapterOperation]
  private let maximumLineLength: Int

  /// The protocol for an engine, with additional operations. If making the engine throws, the program reports the error.
  public init(
    engine: @autoclosure @escaping () throws -> any AdapterEngine, operations: [AdapterOperation] = [],
    maximumLineLength: Int = AdapterProgram.maximumLineLength
  ) {
    (self.engine, self.operations, self.maximumLineLength) = (engine, operations, maximumLineLength)
  }

  /// Answers requests until the input ends. Returns `failure` if the engine cannot be made, if the input cannot be read, or if the output cannot be
  /// written.
  ///
  /// - Parameter errors: Gets the reason why the engine cannot be made.
  public func run(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
    errors: any ShellOutput = FileOutput(descriptor: STDERR_FILENO)
  ) -> ProgramStatus {
    ProgramStatus.reporting(to: errors) {
      run(AdapterSession(engine: try engine(), operations: operations), input, output)
    }
  }

  private func run(_ session: AdapterSession, _ input: Int32, _ output: Int32) -> ProgramStatus {
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
