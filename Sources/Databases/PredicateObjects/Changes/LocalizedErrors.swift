import Foundation
import PredicateSyntax

/// The text that an alert shows for errors of objects: `error.localizedDescription` is a sentence.
extension StoreIssue: LocalizedError {
  /// The message as a sentence.
  public var errorDescription: String? { message.asSentence }
}

extension SaveFailure: LocalizedError {
  /// The only problem, or the number of problems.
  public var errorDescription: String? {
    problems.count == 1
      ? problems[0].message.asSentence : "\(problems.count) problems keep the changes from being saved."
  }

  /// Every problem, one per line.
  public var failureReason: String? { description }
}
