#if SQLite || CommandLine
  import ArgumentParser
  import PredicateOutput
  import PredicateCommands

  extension CommandStreams {
    /// Ends a command with the status of its program.
    func leave(_ status: ProgramStatus) throws {
      flush()
      if status != .success { throw ExitCode(status.rawValue) }
    }
  }
#endif
