import PredicateChecking
import PredicateMatching
import PredicateOutput
import PredicateSyntax

/// `predicate match`: which records of facts predicates hold of, and why.
///
/// A predicate gives the ids of its records, one a line; several give a table with a line a record and a column a predicate.
public struct MatchProgram {
  /// The places where predicates lie in files, in the place of the profile's places.
  public var places: [String] = []

  private let profile: UseProfile
  private let settings: AnswerSettings

  /// The program for a profile.
  public init(_ profile: UseProfile, _ settings: AnswerSettings = AnswerSettings()) {
    self.profile = profile
    self.settings = settings
  }

  /// Tries predicates against the records of files.
  ///
  /// - Parameters:
  ///   - predicates: Texts of predicates.
  ///   - predicateFiles: Files and folders in which predicates are found.
  ///   - facts: Files and folders of records; `-` is standard input.
  public func run(
    _ predicates: [String], predicateFiles: [String], facts: [String], output: any ShellOutput,
    errors: any ShellOutput
  ) -> SearchStatus {
    let source = PredicateSource(
      profile: profile, places: places, variables: settings.variables, errors: errors,
      usesColor: settings.colorsErrors)
    let (tried, isRead) = source.read(predicates, files: predicateFiles)
    if tried.isEmpty { return .failure }
    let run = MatchRun(tried, settings, output, errors)
    let records = FactSource(profile: profile, files: facts, idKey: settings.idKey, errors: errors)
    let isWhole = records.forEach { run.add($0) }
    run.finish()
    output.flush()
    if !isRead || !isWhole || run.hasFailures || output.hasFailed { return .failure }
    return run.hasMatches ? .found : .nothing
  }
}
