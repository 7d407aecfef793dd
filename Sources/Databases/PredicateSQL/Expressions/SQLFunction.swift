/// A function of a database, by its name there.
package struct SQLFunction: Sendable, Hashable {
  package let name: String
  /// The type of the result. Nil if it is the type of the last argument.
  package let type: SQLType?
  /// Whether a connection must register the function before it can use it.
  package let isRegistered: Bool
  /// Whether the function aggregates rows, so that its arguments belong to the surrounding statement.
  package let isOfGroup: Bool
  /// Whether the function uses each distinct value of its argument only once.
  package let isDistinct: Bool
  /// 0 for the cost of a column, 1 for a call. 2 for a condition that is evaluated after all others.
  package let cost: Int
  /// Whether the function marks a condition as true for most rows.
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
  /// The least value of a group.
  package static let minimum = SQLFunction("MIN", nil, isOfGroup: true)
  package static let maximum = SQLFunction("MAX", nil, isOfGroup: true)
  /// The position of a row, from 1.
  package static let rowNumber = SQLFunction("ROW_NUMBER", .integer, isOfGroup: true)
  /// The position of the first row with equal sort keys, from 1.
  package static let rank = SQLFunction("RANK", .integer, isOfGroup: true)
  /// The value of the preceding row.
  package static let previous = SQLFunction("LAG", nil, isOfGroup: true)
  /// The value of the following row.
  package static let next = SQLFunction("LEAD", nil, isOfGroup: true)
}
