import Foundation
import PredicateSyntax

extension MigrationFailure: LocalizedError {
  /// The only problem, or the number of problems.
  public var errorDescription: String? {
    problems.count == 1
      ? problems[0].description.asSentence : "\(problems.count) problems keep the file from being migrated."
  }

  /// Every problem, one per line.
  public var failureReason: String? { description }
}
