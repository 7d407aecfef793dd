import PredicateValues

/// What few relationships declare: their user info and how many objects there may be. It is an object, so that a wrapper without rules is
/// small.
final class RelationshipRules: Sendable {
  let minimumCount: Int
  let maximumCount: Int?
  let userInfo: [String: QueryValue]

  /// - Returns: nil where nothing differs from the usual.
  init?(minimumCount: Int = 0, maximumCount: Int? = nil, userInfo: [String: QueryValue]) {
    if minimumCount == 0, maximumCount == nil, userInfo.isEmpty { return nil }
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.userInfo = userInfo
  }
}
