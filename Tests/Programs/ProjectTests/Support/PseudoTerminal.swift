import Foundation
import PredicateValues
import Testing

@testable import PredicateShell

/// A program in a separate terminal. The test sends keys and reads the screen.
final class PseudoTerminal: Sendable {
  private struct State {
    var screen: TerminalScreen
    /// The number of the line with the cursor when a line was last entered.
    var endedLine = -1
    var isOpen = true
    var ending: ChildProcess.Ending?
  }

  private let terminal: Int32
  private let process: ChildProcess
  private let state: Locked<State>

  /// Starts a program on a terminal of the given size. The terminal controls it, so Ctrl-C is a signal.
  init(
    _ program: String, _ arguments: [String] = [], environment: [String: String], columns: Int = 100, rows: Int = 40
  ) throws {
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&ends.0, &ends.1, &name, nil, &size) == 0)
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    process = try #require(
      ChildProcess(program, arguments, environment: environment, family: .terminal(path)))
    close(ends.1)
    terminal = ends.0
    state = Locked(State(screen: TerminalScreen(columns: columns, rows: rows)))
    let thread = Thread { [terminal, process, state] in Self.follow(terminal, process, state) }
    thread.start()
  }

  deinit {
    // The process and its children end; then `follow` closes the terminal.
    if state.withLock({ $0.ending }) == nil { process.kill() }
  }

  /// Shows the program's output, until it ends.
  private static func follow(_ terminal: Int32, _ process: ChildProcess, _ state: Locked<State>) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(terminal, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      let received = Array(buffer[..<count])
      state.withLock { $0.screen.write(received) }
    }
    state.withLock { $0.isOpen = false }
    close(terminal)
    let ending = process.wait()
    state.withLock { $0.ending = ending }
  }

  // MARK: Input of a person

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    // The terminal accepts a few bytes without waiting.
    state.withLock { if $0.isOpen { _ = write(terminal, bytes, bytes.count) } }
  }

  /// Types a statement and ends the line.
  func enter(_ text: String) {
    state.withLock { $0.endedLine = $0.screen.cursorLine }
    type(text + "\r")
  }

  /// Resizes the window. The program gets a signal.
  func resize(columns: Int, rows: Int) {
    state.withLock { state in
      var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      state.screen.resize(columns: columns, rows: rows)
      if state.isOpen { _ = ioctl(terminal, UInt(TIOCSWINSZ), &size) }
    }
  }

  var screen: TerminalScreen { state.withLock { $0.screen } }

  /// Waits until `isSeen` is true for the screen, the program ends, or the program rests. A failure shows the screen.
  func see(
    _ what: String, location: SourceLocation = #_sourceLocation, _ isSeen: (TerminalScreen) -> Bool
  ) async throws {
    var wait = Wait()
    while true {
      // The last output of the program is on the screen when the terminal is closed.
      let (screen, isOpen) = state.withLock { ($0.screen, $0.isOpen) }
      if isSeen(screen) { return }
      guard isOpen else {
        Issue.record(
          "the program ended without \(what):\n\(screen.lines.joined(separator: "\n"))", sourceLocation: location)
        throw NeverSeen()
      }
      try await pause(&wait, for: what, location)
    }
  }

  /// Waits until the cursor is directly after a text, below the line that was entered last.
  ///
  /// This is needed because two prompts in a row may be equal, and a key that is typed before the second one is lost.
  func seeCursor(behind text: String, location: SourceLocation = #_sourceLocation) async throws {
    let ended = state.withLock { $0.endedLine }
    try await see("the cursor behind “\(text)”", location: location) {
      $0.cursorLine > ended && $0.lineBeforeCursor.hasSuffix(text)
    }
  }

  /// Waits until there are `count` prompts and the cursor is directly after the last one.
  func seePrompts(_ count: Int, location: SourceLocation = #_sourceLocation) async throws {
    try await see("\(count) prompts", location: location) { screen in
      screen.lines.count { $0.hasPrefix("Movie>") } >= count && screen.lineBeforeCursor == "Movie> "
    }
  }

  func seeLine(_ line: String, location: SourceLocation = #_sourceLocation) async throws {
    try await see("the line “\(line)”", location: location) { $0.lines.contains(line) }
  }

  /// Waits for the end of the program: its status, or the negative number of the signal that ended it.
  func end(location: SourceLocation = #_sourceLocation) async throws -> Int32 {
    var wait = Wait()
    while true {
      switch state.withLock({ $0.ending }) {
      case .exited(let status)?: return status
      case .killed(let signal)?: return -signal
      case nil: try await pause(&wait, for: "the end of the program", location)
      }
    }
  }

  /// A wait for the program: how often the test looked, and the screen and the work of the program at the last change.
  private struct Wait {
    var rounds = 0
    var roundsAtRest = 0
    var lines: [String] = []
    var work: String?
  }

  /// Waits a moment for the program.
  ///
  /// There is no deadline, because on a busy machine the program may not run for minutes. But a program that sleeps, shows nothing new and uses no
  /// processor time during 60,000 looks (at least five minutes) waits for a key that the test does not type. The test then fails.
  private func pause(_ wait: inout Wait, for what: String, _ location: SourceLocation) async throws {
    wait.rounds += 1
    if wait.rounds.isMultiple(of: 10_000) {
      let (lines, work) = (screen.lines, work)
      let rests = work != nil && work == wait.work && lines == wait.lines
      wait.roundsAtRest = rests ? wait.roundsAtRest + 10_000 : 0
      (wait.lines, wait.work) = (lines, work)
      if wait.roundsAtRest >= 60_000 {
        Issue.record(
          "the program sleeps without \(what):\n\(lines.joined(separator: "\n"))", sourceLocation: location)
        throw NeverSeen()
      }
    }
    try await Task.sleep(for: .milliseconds(5))
  }

  /// The program in the foreground and the processor time that it has used, if the program sleeps; nil if it runs or if the system does not tell.
  private var work: String? {
    let program = tcgetpgrp(terminal)
    guard let line = try? String(contentsOfFile: "/proc/\(program)/stat", encoding: .utf8) else { return nil }
    // The state follows the name of the program, which is in parentheses. The times are the 14th and 15th words of the line.
    let words = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
    guard words.count > 13, words[1] == "S" else { return nil }
    return "\(program) \(words[12]) \(words[13])"
  }

  struct NeverSeen: Error {}
}
