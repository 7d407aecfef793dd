#if Commands
  import ArgumentParser
  import PredicateOutput
  import PredicateCommands

  extension CommandStreams {
    /// Ends a command with the exit status of its program. The status 0 means success.
    func leave(_ status: some RawRepresentable<Int32>) throws {
      flush()
      if status.rawValue != 0 { throw ExitCode(status.rawValue) }
    }
  }
#endif
