import PredicateSyntax

/// The columns that hold a relationship. Lists of columns are in the order of the key's columns (``EntityKey/columns``). Nearly all lists have one
/// column.
///
/// ```swift
/// RelationshipStorage.foreignKey("borrower_id")                                  // a column of this table: to one
/// RelationshipStorage.foreignKeyOfDestination("borrower_id")                     // a column of the other table: to many
/// RelationshipStorage.joinTable("movie_tag", from: "movie_id", to: "tag_id")     // a table of pairs
/// ```
public enum RelationshipStorage: Sendable {
  /// Columns of this entity's table hold the destination's key.
  case foreignKey(columns: [String])
  /// Columns of the destination's table hold this entity's key.
  case foreignKeyOfDestination(columns: [String])
  /// A table of pairs.
  case joinTable(JoinTable)

  /// A table whose rows are pairs of keys, each pair at most once.
  public struct JoinTable: Sendable {
    /// The table, verbatim.
    public let table: String
    /// The columns with this entity's key.
    public let sourceColumns: [String]
    /// The columns with the destination's key.
    public let destinationColumns: [String]

    /// A join table.
    public init(table: String, sourceColumns: [String], destinationColumns: [String]) {
      self.table = table
      self.sourceColumns = sourceColumns
      self.destinationColumns = destinationColumns
    }

    /// The same table with its two ends exchanged, for the inverse relationship.
    public var reversed: JoinTable {
      JoinTable(table: table, sourceColumns: destinationColumns, destinationColumns: sourceColumns)
    }
  }

  /// One column of this table holds the destination's key.
  public static func foreignKey(_ column: String) -> RelationshipStorage { .foreignKey(columns: [column]) }

  /// One column of the destination's table holds this entity's key.
  public static func foreignKeyOfDestination(_ column: String) -> RelationshipStorage {
    .foreignKeyOfDestination(columns: [column])
  }

  /// A table of pairs with one column for each end.
  public static func joinTable(_ table: String, from source: String, to destination: String) -> RelationshipStorage {
    .joinTable(JoinTable(table: table, sourceColumns: [source], destinationColumns: [destination]))
  }

  /// The same storage for the inverse relationship.
  public var reversed: RelationshipStorage {
    switch self {
    case .foreignKey(let columns): .foreignKeyOfDestination(columns: columns)
    case .foreignKeyOfDestination(let columns): .foreignKey(columns: columns)
    case .joinTable(let table): .joinTable(table.reversed)
    }
  }

  /// Whether both have the same columns.
  public func isSame(as other: RelationshipStorage) -> Bool {
    switch (self, other) {
    case (.foreignKey(let a), .foreignKey(let b)), (.foreignKeyOfDestination(let a), .foreignKeyOfDestination(let b)):
      a.haveSameScalars(as: b)
    case (.joinTable(let a), .joinTable(let b)):
      a.table.hasSameScalars(as: b.table) && a.sourceColumns.haveSameScalars(as: b.sourceColumns)
        && a.destinationColumns.haveSameScalars(as: b.destinationColumns)
    default: false
    }
  }
}

extension [String] {
  /// Whether both have the same names in the same order.
  func haveSameScalars(as other: [String]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.hasSameScalars(as: $1) }
  }
}
