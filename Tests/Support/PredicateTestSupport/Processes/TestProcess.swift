import Foundation

/// A program that a test starts and waits for, with access to its input and output.
///
/// ```swift
/// let run = try TestProcess.run("/bin/sh", ["-c", "read word; echo $word >&2; exit 3"], input: "a\n")
/// // run.status == 3, run.output == "", run.errors == "a\n"
/// ```
///
/// It has no deadline: `scripts/test` ends a program that hangs by the limit of the whole run. Two threads read the program's output, so that the
/// program never blocks on writing.
public final class TestProcess: Sendable {
  /// The output of a program, and its status.
  public struct Outcome: Sendable {
    /// The exit status, or the negative number of the signal that ended the program.
    public let status: Int32
    /// The bytes of standard output, and of standard error if the two are merged.
    public let bytes: [UInt8]
    /// The text of standard error; empty if it was merged into standard output.
    public let errors: String

    /// The text of standard output, and of standard error if the two are merged.
    public var output: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The destination of standard error.
  public enum Errors: Sendable {
    case apart
    case merged
  }

  /// The error for a program that still runs at the end of its test.
  public struct GivenUp: Error, CustomStringConvertible {
    /// The reason, and everything that the program wrote.
    public let description: String
  }

  /// Bytes that a thread reads until the other ends of the pipe are closed.
  private final class Stream: @unchecked Sendable {
    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    private var hasEnded = false

    init(_ handle: FileHandle) {
      // A thread is used, because tasks of other tests may block all threads of the pool.
      let thread = Thread { [self] in
        while true {
          let data = handle.availableData
          condition.withLock {
            bytes += data
            hasEnded = data.isEmpty
            condition.broadcast()
          }
          if data.isEmpty { return }
        }
      }
      thread.start()
    }

    /// Waits until the bytes so far are enough, or until the stream has ended. Returns the bytes so far.
    func bytes(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
      condition.withLock {
        while !hasEnded, !isEnough(bytes) { condition.wait() }
        return bytes
      }
    }

    var soFar: [UInt8] { condition.withLock { bytes } }
  }

  private let words: [String]
  private let process = Process()
  private let input: FileHandle?
  private let output: Stream
  private let errors: Stream?

  /// Starts a program. Standard input is empty, or stays open for ``send(_:)``.
  private init(
    _ program: String, _ arguments: [String], environment: [String: String]?, folder: URL?, errors: Errors,
    input: Data?
  ) throws {
    words = [program] + arguments
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment ?? ProcessInfo.processInfo.environment
    if let folder { process.currentDirectoryURL = folder }
    let (outputPipe, errorPipe) = (Pipe(), errors == .apart ? Pipe() : nil)
    process.standardOutput = outputPipe
    process.standardError = errorPipe ?? outputPipe
    if let input {
      self.input = nil
      process.standardInput = input.isEmpty ? FileHandle.nullDevice : try Self.file(of: input)
    } else {
      let pipe = Pipe()
      self.input = pipe.fileHandleForWriting
      process.standardInput = pipe
    }
    // The signal mask is reset, because test threads block all signals and a program would inherit that.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    Self.acceptInterrupts()
    try process.run()
    output = Stream(outputPipe.fileHandleForReading)
    self.errors = errorPipe.map { Stream($0.fileHandleForReading) }
  }

  /// Gives SIGINT its default action, if this process ignores the signal. A shell makes its background commands ignore SIGINT. Without the default
  /// action, the programs of a test would inherit this, and a test could not interrupt them.
  private static func acceptInterrupts() {
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    let isIgnored =
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { signal(SIGINT, SIG_DFL) }
  }

  /// A file without a name that contains the bytes. Unlike a pipe, it needs no writer while the program reads.
  private static func file(of bytes: Data) throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)")
    try bytes.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try FileHandle(forReadingFrom: url)
  }

  // MARK: Running

  /// Runs a program to its end.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, in folder: URL? = nil,
    input: String = "", errors: Errors = .apart
  ) throws -> Outcome {
    try TestProcess(
      program, arguments, environment: environment, folder: folder, errors: errors, input: Data(input.utf8)
    ).finish()
  }

  /// Runs a script of `/bin/sh` to its end.
  public static func run(
    script: String, environment: [String: String]? = nil, in folder: URL? = nil, errors: Errors = .merged
  ) throws -> Outcome {
    try run("/bin/sh", ["-c", script], environment: environment, in: folder, errors: errors)
  }

  /// Calls a blocking function on a new thread, so that it does not block a thread of the pool.
  public static func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
  }

  /// Starts a program. The body communicates with it until it calls ``finish()``.
  ///
  /// - Throws: ``GivenUp`` if the body throws or returns while the program runs. The program is killed first. The error has the program's output.
  public static func with<Result>(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, in folder: URL? = nil,
    errors: Errors = .apart, _ body: (TestProcess) throws -> Result
  ) throws -> Result {
    let process = try TestProcess(
      program, arguments, environment: environment, folder: folder, errors: errors, input: nil)
    let result: Result
    do { result = try body(process) } catch { throw process.giveUp(error) ?? error }
    if let failure = process.giveUp(nil) { throw failure }
    return result
  }

  /// Kills a program that is still running, and waits for its end. Returns nil if it has ended by itself.
  private func giveUp(_ error: (any Error)?) -> GivenUp? {
    guard process.isRunning else { return nil }
    kill()
    let outcome = finish()
    let reason = error.map { "\($0)" } ?? "the test returned"
    return GivenUp(
      description: "killed while it ran, because \(reason): \(words.joined(separator: " "))\n"
        + "output: \(outcome.output)\nerrors: \(outcome.errors)")
  }

  // MARK: Talking

  /// Writes to standard input. Throws if the program has ended.
  public func send(_ text: String) throws {
    // SIGPIPE is blocked, because it would end the tests. A pending signal stays blocked on this thread.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    try input?.write(contentsOf: Data(text.utf8))
  }

  /// Waits until the program has written `count` bytes to standard output, or has closed it. Returns everything that it has written so far.
  public func output(bytes count: Int) -> String {
    String(decoding: output.bytes { $0.count >= count }, as: UTF8.self)
  }

  /// Waits until the program has written a text to standard output, or has closed it. Returns everything that it has written so far.
  public func output(containing text: String) -> String {
    String(decoding: output.bytes { String(decoding: $0, as: UTF8.self).contains(text) }, as: UTF8.self)
  }

  /// Sends SIGINT, as Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// Ends the program at once, with everything that it has started.
  public func kill() {
    let id = process.processIdentifier
    guard process.isRunning else { return }
    if getpgid(id) == id { Foundation.kill(-id, SIGKILL) }
    Foundation.kill(id, SIGKILL)
  }

  /// Closes standard input, and waits for the end of the program and of everything that it writes.
  public func finish() -> Outcome {
    try? input?.close()
    let bytes = output.bytes { _ in false }
    let errors = errors?.bytes { _ in false } ?? []
    process.waitUntilExit()
    // The status is read only after the end, because Foundation ends this process if it is read for a running program.
    let status = process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    return Outcome(status: status, bytes: bytes, errors: String(decoding: errors, as: UTF8.self))
  }
}
