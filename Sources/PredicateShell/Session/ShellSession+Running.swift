import PredicateSyntax
import PredicateValues

extension ShellSession {
  /// Runs one statement. What is wrong with it is written to the errors' output, never thrown.
  ///
  /// - Parameter line: the number of the statement's first line, where it is to be told.
  public func run(_ text: String, line: Int? = nil) -> StatementOutcome { run(text, line: line, parameters: []) }

  /// Runs one statement with values for its variables.
  func run(
    _ text: String, line: Int? = nil, parameters: [(name: String, value: QueryValue)]
  ) -> StatementOutcome {
    defer { screen.flush() }
    let once = screen.redirection?.isOnce == true ? screen.redirection : nil
    let outcome: StatementOutcome
    do {
      outcome = try interrupts.run(cancel: database.interrupt) {
        try showingProgress { try runParsed(text, parameters) }
      }
    } catch {
      outcome = report(error, text: text, line: line)
    }
    if let once, once === screen.redirection { screen.redirection = nil }
    return outcome
  }

  private func runParsed(
    _ text: String, _ parameters: [(name: String, value: QueryValue)]
  ) throws -> StatementOutcome {
    switch try parser.parse(text) {
    case .empty: return .done
    case .command(let call): return try ShellCommand.run(call, in: self)
    case .query(let query):
      screen.progress?.expect(expectedRows(of: query))
      self.parameters = parameters
      try AnswerWriter(session: self).run(query)
      return .done
    }
  }

  private func report(_ error: any Error, text: String, line: Int?) -> StatementOutcome {
    if interrupts.wasInterrupted {
      screen.reportCancelled(isBehindMark: interrupts.isStarted)
      return .failed
    }
    if let failure = error as? StatementFailure {
      screen.report(failure.issues, text: text, line: line)
    } else if let issue = error as? PredicateIssue {
      screen.report([issue], text: text, line: line)
    } else {
      screen.report(error, line: line)
      return .failed
    }
    return .refused
  }
}
