#if SQLite || PostgreSQL || CommandLine
  import ArgumentParser
  import PredicateOutput
  import PredicateCommands

  extension CommandStreams {
    /// Ends a command with the status of its program, which is 0 for success.
    func leave(_ status: some RawRepresentable<Int32>) throws {
      flush()
      if status.rawValue != 0 { throw ExitCode(status.rawValue) }
    }
  }
#endif
