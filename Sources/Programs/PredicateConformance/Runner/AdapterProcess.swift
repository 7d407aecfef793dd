import Foundation
import PredicateOutput

/// An adapter in a separate process. The process is started for the first request, and again if it has ended.
///
/// The command is run by `/bin/sh` in its own process group, so that its child processes end with it. It shares this process's standard error.
public final class AdapterProcess: ConformanceTarget {
  private let command: String
  private let timeout: Double
  private var child: Child?

  /// The process, and this side's ends of its pipes.
  private struct Child {
    let process: ChildProcess
    let input: Int32
    let output: Int32
    var received: [UInt8] = []
  }

  /// The longest answer, in bytes. A longer line is not an answer.
  private static let maximumAnswer = 1 << 25

  /// An adapter with `timeout` seconds for each answer. From now on, writing to a pipe without a reader is an error in this process and does not end
  /// it.
  public init(command: String, timeout: Double = 5) {
    self.command = command
    self.timeout = timeout
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { restart() }

  /// Sends a request and waits for one line.
  public func reply(to request: String) -> ConformanceReply {
    if let child, child.process.hasEnded { restart() }
    if child == nil { child = start() }
    guard var current = child else { return .crash }
    child = nil
    let reply = exchange(Array((request + "\n").utf8), with: &current)
    child = current
    if case .line = reply { return reply }
    restart()
    return reply
  }

  /// Sends `hello`, so that an adapter that cannot run is reported once and not as a crash of each case. Any answer is accepted, and so is a missing
  /// answer: the cases then show how the adapter behaves.
  ///
  /// ```swift
  /// let process = AdapterProcess(command: "./mine")
  /// try process.requireAnswer()
  /// ```
  ///
  /// - Throws: ``AdapterStartError`` if the process does not start, or ends before its answer.
  public func requireAnswer() throws(AdapterStartError) {
    restart()
    guard var current = start() else { throw .notStarted(command: command) }
    let reply = exchange(Array((ConformanceRequest.hello + "\n").utf8), with: &current)
    child = current
    if case .line = reply { return }
    defer { restart() }
    guard case .crash = reply else { return }
    // A process that has closed its output may need some time to end.
    let end = Self.now() + Self.secondsToEnd
    while !current.process.hasEnded {
      if Self.now() > end { throw .noAnswer(command: command) }
      usleep(10_000)
    }
    child = nil
    // The whole process group is killed, because children of the process may still run.
    current.process.kill()
    close(current.input)
    close(current.output)
    switch current.process.wait() {
    case .exited(let status): throw .ended(command: command, status: status)
    case .killed(let signal): throw .killed(command: command, signal: signal)
    }
  }

  /// The time, in seconds, that a process may take to end after it has closed its output.
  private static let secondsToEnd = 0.5

  /// Ends the process and all processes that it started.
  public func restart() {
    guard let child else { return }
    self.child = nil
    child.process.kill()
    close(child.input)
    close(child.output)
    child.process.wait()
  }
}

extension AdapterProcess {
  /// Writes the request and reads the answer at the same time: a process that answers before it has read everything must not block both sides.
  private func exchange(_ request: [UInt8], with child: inout Child) -> ConformanceReply {
    let end = Self.now() + timeout
    var sent = 0
    child.received.removeAll(keepingCapacity: true)
    while true {
      let left = end - Self.now()
      if left <= 0 { return .timeout }
      var waits = [pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)]
      if sent < request.count { waits.append(pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0)) }
      let ready = poll(&waits, nfds_t(waits.count), Int32(min(left * 1_000 + 1, 60_000)))
      if ready < 0, errno != EINTR { return .crash }
      if ready <= 0 { continue }
      if waits.count > 1, waits[1].revents != 0 { sent += write(request[sent...], to: child.input) }
      if waits[0].revents != 0 {
        guard receive(&child) else { return .crash }
        if let newline = child.received.firstIndex(of: UInt8(ascii: "\n")) {
          return .line(Array(child.received[..<newline]))
        }
        if child.received.count > Self.maximumAnswer { return .crash }
      }
    }
  }

  /// Writes bytes and returns their number. A closed pipe counts as if it took all bytes: reading then shows that the process has ended.
  private func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    if written >= 0 { return written }
    return errno == EAGAIN || errno == EINTR ? 0 : bytes.count
  }

  /// Reads the available bytes. Returns false at the end of the output.
  private func receive(_ child: inout Child) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = chunk.withUnsafeMutableBytes { read(child.output, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    child.received += chunk[..<count]
    return count > 0
  }

  private static func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}

extension AdapterProcess {
  /// Starts the process with two pipes; nil if the system cannot create them.
  private func start() -> Child? {
    guard let input = Self.pipe() else { return nil }
    guard let output = Self.pipe() else {
      Self.closeBoth(input)
      return nil
    }
    let process = ChildProcess(shell: command, input: input.reading, output: output.writing, family: .none)
    close(input.reading)
    close(output.writing)
    guard let process else {
      close(input.writing)
      close(output.reading)
      return nil
    }
    _ = fcntl(input.writing, F_SETFL, O_NONBLOCK)
    return Child(process: process, input: input.writing, output: output.reading)
  }

  /// A pipe that other children do not inherit.
  private static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func closeBoth(_ pipe: (reading: Int32, writing: Int32)) {
    close(pipe.reading)
    close(pipe.writing)
  }
}

/// Why the suite is not run on an adapter: the adapter ended before it answered `hello`.
///
/// ```swift
/// try AdapterProcess(command: "/nonexistent").requireAnswer()  // throws .ended(command: "/nonexistent", status: 127)
/// ```
public enum AdapterStartError: Error, Sendable, Equatable {
  /// The process ended by itself. The shell's status is 126 for a file that it cannot run, and 127 for one that does not exist.
  case ended(command: String, status: Int32)
  /// A signal ended the process.
  case killed(command: String, signal: Int32)
  /// The process closed its output but does not end, or its answer has no line end.
  case noAnswer(command: String)
  /// The system did not start a process.
  case notStarted(command: String)
}

extension AdapterStartError: CustomStringConvertible {
  /// What happened, and the command.
  public var description: String {
    switch self {
    case .ended(let command, let status): "the adapter ended with status \(status) before its answer: \(command)"
    case .killed(let command, let signal): "signal \(signal) ended the adapter before its answer: \(command)"
    case .noAnswer(let command): "the adapter closed its output before its answer: \(command)"
    case .notStarted(let command): "the operating system cannot start the adapter: \(command)"
    }
  }
}
