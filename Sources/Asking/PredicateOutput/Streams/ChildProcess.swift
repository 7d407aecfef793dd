import Foundation

/// A program that runs in parallel with this one: a pager, an adapter, a program under test.
///
/// ```swift
/// let child = ChildProcess(shell: "less -R", input: file, output: STDOUT_FILENO)
/// child?.wait()  // .exited(0)
/// ```
package struct ChildProcess: Sendable {
  package enum Ending: Sendable, Equatable {
    /// The program exited with this status.
    case exited(Int32)
    /// A signal ended the program.
    case killed(Int32)
  }

  /// The connection between a child process and this process.
  package enum Family: Sendable {
    /// Both belong to one process group, so that Ctrl-C in the terminal reaches both.
    case group
    /// No connection. The child leads its own process group, so that its children can be ended together with it. A pipe without a reader ends the child, too.
    case none
    /// A separate terminal with this path. It is standard input, output and errors of the child, and sends signals such as Ctrl-C to it.
    case terminal(String)
  }

  private let id: pid_t
  private let leadsGroup: Bool

  /// Starts a command of `/bin/sh` with two descriptors as its standard input and output; nil if the system refuses.
  package init?(shell command: String, input: Int32, output: Int32, family: Family = .group) {
    self.init("/bin/sh", ["-c", command], streams: [(input, STDIN_FILENO), (output, STDOUT_FILENO)], family: family)
  }

  /// Starts the program at a path; nil if the system refuses.
  ///
  /// - Parameters:
  ///   - environment: The environment variables; nil for the variables of this process.
  ///   - streams: Descriptors of this process, each with the descriptor that it becomes in the child.
  package init?(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    streams: [(own: Int32, child: Int32)] = [], family: Family = .group
  ) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // The value of POSIX_SPAWN_SETSID, which the header declares only with _GNU_SOURCE.
      let newSession: Int16 = 0x80
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    // The signal mask is reset, because a thread may block signals and a program would inherit that.
    posix_spawnattr_setsigmask(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK)
    switch family {
    case .group: leadsGroup = false
    case .none:
      sigaddset(&signals, SIGPIPE)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF)
      leadsGroup = true
    case .terminal(let path):
      flags |= newSession
      // The first terminal that a session leader opens becomes its controlling terminal.
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
      leadsGroup = true
    }
    posix_spawnattr_setflags(&attributes, flags)
    for stream in streams { posix_spawn_file_actions_adddup2(&actions, stream.own, stream.child) }

    let variables = environment ?? ProcessInfo.processInfo.environment
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, &attributes, &words, &settings) == 0 else { return nil }
    id = process
  }

  /// Whether the program has ended. ``wait()`` must still be called.
  package var hasEnded: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
    return information.si_signo == SIGCHLD
  }

  /// Waits until the program ends. Must be called once.
  @discardableResult
  package func wait() -> Ending {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }

  /// Ends the program immediately. If it leads a process group, its children end, too.
  package func kill() {
    if leadsGroup { Foundation.kill(-id, SIGKILL) }
    Foundation.kill(id, SIGKILL)
  }
}
