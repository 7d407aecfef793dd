import PredicateChecking
import PredicateEvaluation
import PredicateMatching
import PredicateOutput
import PredicateSyntax
import PredicateValues

/// `predicate diff`: which records a predicate holds of that another does not, and the other way round.
public struct DiffProgram {
  /// How answers are written.
  public var format = AnswerFormat.text
  /// The values of variables.
  public var variables: [(name: String, value: QueryValue)] = []
  /// The key whose value is the id of a record.
  public var idKey: String?
  /// The ids of the records that are explained; none for the changes alone.
  public var explained: [String] = []
  /// Whether only the numbers are written.
  public var isCounting = false
  /// Whether errors are coloured.
  public var usesColor = false
  /// Whether changes and explanations are coloured.
  public var colorsOutput = false

  private let profile: UseProfile

  /// The program for a profile.
  public init(_ profile: UseProfile) { self.profile = profile }

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
      profile: profile, places: [], variables: variables, errors: errors, usesColor: usesColor)
    let (tried, isRead) = source.read([first, second], files: [])
    guard isRead, tried.count == 2 else { return .failure }
    let run = DiffRun(tried.map(\.predicate), self, output, errors)
    let records = FactSource(profile: profile, files: facts, idKey: idKey, errors: errors)
    let isWhole = records.forEach { run.add($0) }
    run.finish()
    output.flush()
    if !isWhole || run.hasFailures || output.hasFailed { return .failure }
    return run.hasChanges ? .different : .alike
  }
}
