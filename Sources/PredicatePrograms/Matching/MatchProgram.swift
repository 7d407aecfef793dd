import PredicateChecking
import PredicateMatching
import PredicateOutput
import PredicateSyntax
import PredicateValues

/// `predicate match`: which records of facts predicates hold of, and why.
///
/// A predicate gives the ids of its records, one a line; several give a table with a line a record and a column a predicate.
public struct MatchProgram {
  /// How answers are written.
  public var format = AnswerFormat.text
  /// The places where predicates lie in files, in the place of the profile's places.
  public var places: [String] = []
  /// The values of variables.
  public var variables: [(name: String, value: QueryValue)] = []
  /// The key whose value is the id of a record.
  public var idKey: String?
  /// The ids of the records that are explained; none for the answers alone.
  public var explained: [String] = []
  /// Whether only the number of records is written for each predicate.
  public var isCounting = false
  /// Whether errors are coloured.
  public var usesColor = false
  /// Whether explanations are coloured.
  public var colorsOutput = false

  private let profile: UseProfile

  /// The program for a profile.
  public init(_ profile: UseProfile) { self.profile = profile }

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
      profile: profile, places: places, variables: variables, errors: errors, usesColor: usesColor)
    let (tried, isRead) = source.read(predicates, files: predicateFiles)
    if tried.isEmpty { return .failure }
    let run = MatchRun(tried, self, output, errors)
    let records = FactSource(profile: profile, files: facts, idKey: idKey, errors: errors)
    let isWhole = records.forEach { run.add($0) }
    run.finish()
    output.flush()
    if !isRead || !isWhole || run.hasFailures || output.hasFailed { return .failure }
    return run.hasMatches ? .found : .nothing
  }
}
