import PredicateChecking
import PredicateEvaluation
import PredicateMatching
import PredicateOutput
import PredicateSyntax

/// `predicate diff`: which records a predicate holds of that another does not, and the other way round.
public struct DiffProgram {
  private let profile: UseProfile
  private let settings: AnswerSettings

  /// The program for a profile.
  public init(_ profile: UseProfile, _ settings: AnswerSettings = AnswerSettings()) {
    self.profile = profile
    self.settings = settings
  }

  /// Tries two predicates against the records of files.
  ///
  /// - Parameters:
  ///   - first: The predicate as it was.
  ///   - second: The predicate as it becomes.
  ///   - facts: Files and folders of records; `-` is standard input.
  public func run(
    _ first: String, _ second: String, facts: [String], output: any ShellOutput, errors: any ShellOutput
  ) -> DiffStatus {
    let source = PredicateSource(
      profile: profile, places: [], variables: settings.variables, errors: errors, usesColor: settings.colorsErrors)
    let (tried, isRead) = source.read([first, second], files: [])
    guard isRead, tried.count == 2 else { return .failure }
    let run = DiffRun(tried.map(\.predicate), settings, output, errors)
    let records = FactSource(profile: profile, files: facts, idKey: settings.idKey, errors: errors)
    let isWhole = records.forEach { run.add($0) }
    run.finish()
    output.flush()
    if !isWhole || run.hasFailures || output.hasFailed { return .failure }
    return run.hasChanges ? .different : .alike
  }
}
