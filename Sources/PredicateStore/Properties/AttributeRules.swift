import PredicateValues

/// What ``Stored`` declares beside the type. It is an object, so that a wrapper without rules is a single reference.
final class AttributeRules: Sendable {
  let defaultValue: QueryValue?
  let condition: String?
  let isUnique: Bool
  let userInfo: [String: QueryValue]

  init(defaultValue: QueryValue?, condition: String?, isUnique: Bool, userInfo: [String: QueryValue]) {
    self.defaultValue = defaultValue
    self.condition = condition
    self.isUnique = isUnique
    self.userInfo = userInfo
  }
}
