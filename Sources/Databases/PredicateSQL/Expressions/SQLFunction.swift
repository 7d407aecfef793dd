/// A function by the name that the database knows it by.
package struct SQLFunction: Sendable, Hashable {
  package let name: String
  /// The type of its values; nil for that of its last argument.
  package let type: SQLType?
  /// Whether a connection has it only where it is registered.
  package let isRegistered: Bool
  /// Whether it is one of a group of rows, whose arguments belong to the statement that it stands in.
  package let isOfGroup: Bool
  /// Whether it takes each value of its argument once.
  package let isDistinct: Bool
  /// 0 for what reads columns, 1 for a call that costs something, 2 for what comes after every other condition.
  package let cost: Int
  /// Whether it says of a condition that most rows meet it.
  package let isLikely: Bool

  package init(
    _ name: String, _ type: SQLType?, isRegistered: Bool = false, isOfGroup: Bool = false, isDistinct: Bool = false,
    cost: Int = 1, isLikely: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isRegistered = isRegistered
    self.isOfGroup = isOfGroup
    self.isDistinct = isDistinct
    self.cost = cost
    self.isLikely = isLikely
  }

  package static func == (left: SQLFunction, right: SQLFunction) -> Bool {
    left.name == right.name && left.isDistinct == right.isDistinct
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Without arguments, `COUNT(*)`.
  package static let count = SQLFunction("COUNT", .integer, isOfGroup: true)
  /// `COUNT(DISTINCT x)`.
  package static let countDistinct = SQLFunction("COUNT", .integer, isOfGroup: true, isDistinct: true)
  /// The first argument that is not NULL.
  package static let coalesce = SQLFunction("COALESCE", nil, cost: 0)
  /// The least of a group.
  package static let minimum = SQLFunction("MIN", nil, isOfGroup: true)
  /// The greatest of a group.
  package static let maximum = SQLFunction("MAX", nil, isOfGroup: true)
  /// The place of a row, from 1.
  package static let rowNumber = SQLFunction("ROW_NUMBER", .integer, isOfGroup: true)
  /// The place of the first row that is equal in the order, from 1.
  package static let rank = SQLFunction("RANK", .integer, isOfGroup: true)
  /// The value of the row before.
  package static let previous = SQLFunction("LAG", nil, isOfGroup: true)
  /// The value of the row behind.
  package static let next = SQLFunction("LEAD", nil, isOfGroup: true)
}
