#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateValues

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// What an alert shows: `error.localizedDescription` is a sentence for the people who use the app.
  extension PredicateIssue: LocalizedError {
    /// ``userMessage``.
    public var errorDescription: String? { userMessage }

    /// The message for developers.
    public var failureReason: String? { message }

    /// ``userSuggestion``.
    public var recoverySuggestion: String? { userSuggestion }
  }
#endif
