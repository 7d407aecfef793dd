import Foundation

/// A program that runs in parallel with this one: a pager, an adapter, a program under test.
///
/// ```swift
/// let child = ChildProcess(shell: "less -R", input: file, output: STDOUT_FILENO)
/// child?.wait()  // .exited(0)
/// ```
package struct ChildProcess: Sendable {
  package enum Ending: Sendable, Equatable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// The resources that a child shares with this process.
  package enum Family: Sendable {
    /// The group, so that Ctrl-C in the terminal reaches both.
    case group
    /// Nothing: it leads a group, so that its children end with it. A pipe without a reader ends it.
    case none
    /// A separate terminal, at this path, which sends it signals; it is all three standard streams.
    case terminal(String)
  }

  private let id: pid_t
  private let leadsGroup: Bool

  /// Starts a command of `/bin/sh` with two descriptors as standard input and output; nil if the system refuses.
  package init?(shell command: String, input: Int32, output: Int32, family: Family = .group) {
    self.init("/bin/sh", ["-c", command], streams: [(input, STDIN_FILENO), (output, STDOUT_FILENO)], family: family)
  }

  /// Starts the program at a path; nil if the system refuses.
  ///
  /// - Parameters:
  ///   - environment: The variables; nil for those of this process.
  ///   - streams: Descriptors of this process, each with the one that it is for the child.
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
      // The header shows it to programs that define _GNU_SOURCE only.
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
    // Threads may block signals, and a program inherits that.
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
      // The first terminal that the leader of a session opens controls it.
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

  /// Whether it has ended. It has still to be waited for.
  package var hasEnded: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
    return information.si_signo == SIGCHLD
  }

  /// Waits for its end. Call it once.
  @discardableResult
  package func wait() -> Ending {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }

  /// Ends it at once. If it leads a group, its children end too.
  package func kill() {
    if leadsGroup { Foundation.kill(-id, SIGKILL) }
    Foundation.kill(id, SIGKILL)
  }
}
