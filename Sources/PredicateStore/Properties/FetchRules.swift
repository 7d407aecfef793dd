import PredicateEvaluation
import PredicateValues

/// What ``Fetched`` declares: the fetch of a fetched property, as text.
final class FetchRules: Sendable {
  let condition: String
  let sortKeys: [QuerySortKey]
  let userInfo: [String: QueryValue]

  init(_ condition: String, _ sortKeys: [QuerySortKey], _ userInfo: [String: QueryValue]) {
    self.condition = condition
    self.sortKeys = sortKeys
    self.userInfo = userInfo
  }
}
