/// A function, by its name in the database.
package struct SQLFunction: Sendable, Hashable {
  package let name: String
  /// The type of its values; nil for that of its last argument.
  package let type: SQLType?
  /// Whether a connection has it only after registering it.
  package let isRegistered: Bool
  /// Whether it aggregates a group of rows, so that its arguments belong to the surrounding statement.
  package let isOfGroup: Bool
  /// Whether it uses each distinct value of its argument once.
  package let isDistinct: Bool
  /// 0 for the cost of a column, 1 for a call, 2 for a condition that is evaluated after every other one.
  package let cost: Int
  /// Whether it marks a condition as true for most rows.
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
  package static let maximum = SQLFunction("MAX", nil, isOfGroup: true)
  /// The place of a row, from 1.
  package static let rowNumber = SQLFunction("ROW_NUMBER", .integer, isOfGroup: true)
  /// The place of the first row that is equal in the order, from 1.
  package static let rank = SQLFunction("RANK", .integer, isOfGroup: true)
  /// The value of the row before.
  package static let previous = SQLFunction("LAG", nil, isOfGroup: true)
  /// The value of the next row.
  package static let next = SQLFunction("LEAD", nil, isOfGroup: true)
}
