import Foundation
import Testing

@testable import PredicateConformance

/// The suite, and the results of this implementation: run once, for all tests.
enum SuiteRun {
  /// The suite, or the error of reading it.
  static let suite = Result {
    try ConformanceSuite(folder: GrammarFolder.url("suite"), statements: GrammarFolder.url("fetch"))
  }

  /// All cases; empty if the suite cannot be read. A separate test reports that.
  static let cases: [ConformanceCase] = (try? suite.get().cases) ?? []

  /// The results in this process, of the cases of this project's dialect.
  static let run: ConformanceRun = {
    var runner = ConformanceRunner(
      target: LocalTarget(engine: DatabaseEngine.sqlite))
    return runner.run(cases.filter(ConformanceSelection().contains))
  }()

  static let topics = Set(run.results.map(\.item.topic)).sorted()
}
