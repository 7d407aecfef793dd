import PredicateSyntax

/// The columns that hold a relationship. Lists of columns are in the order of the key's columns (``EntityKey/columns``). Nearly all lists have one column.
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

  /// A table whose rows are pairs of keys. If a pair occurs twice, a relationship without an order contains the object once.
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

  /// The table and the columns that hold this entity's key for each object of a to-many relationship. Nil for a foreign key of this entity's table.
  ///
  /// - Parameter destination: The table of the destination's entity.
  package func referringColumns(to destination: String) -> (table: String, columns: [String])? {
    switch self {
    case .foreignKey: nil
    case .foreignKeyOfDestination(let columns): (destination, columns)
    case .joinTable(let pairs): (pairs.table, pairs.sourceColumns)
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

/// Chooses the columns and tables of relationships that are declared without them, by classes or by another tool's model.
///
/// A relationship to one object is a foreign key. If both ends are to one object, the foreign key belongs to the required end, otherwise to the end
/// that does not name its inverse, otherwise to the end that is declared later. Relationships to many objects at both ends are a join table, named
/// after the end that is declared first.
package struct RelationshipLayout {
  package struct End {
    package let entity: String
    /// The name of the end in its entity.
    package let name: String
    package let destination: String
    /// Whether the end refers to many objects.
    package let isToMany: Bool
    /// Whether the end must have an object.
    package let isRequired: Bool
    package let namesInverse: Bool
    /// The column of the foreign key, if this end has it.
    package let column: String
    /// The position of the other end; nil if there is none. A relationship may be its own inverse.
    package var inverse: Int?

    package init(
      entity: String, name: String, destination: String, isToMany: Bool, isRequired: Bool, namesInverse: Bool,
      column: String, inverse: Int?
    ) {
      self.entity = entity
      self.name = name
      self.destination = destination
      self.isToMany = isToMany
      self.isRequired = isRequired
      self.namesInverse = namesInverse
      self.column = column
      self.inverse = inverse
    }
  }

  private let ends: [End]

  /// Chooses the columns and tables of a model's relationships.
  package init(_ ends: [End]) { self.ends = ends }

  package func storage(of index: Int) -> RelationshipStorage {
    let end = ends[index]
    let isOtherToMany = end.inverse.map { ends[$0].isToMany } ?? true
    switch (end.isToMany, isOtherToMany) {
    case (false, true): return .foreignKey(end.column)
    case (true, false): return .foreignKeyOfDestination(end.inverse.map { ends[$0].column } ?? end.column)
    case (false, false):
      guard let inverse = end.inverse, !hasKey(index, beside: inverse) else { return .foreignKey(end.column) }
      return .foreignKeyOfDestination(ends[inverse].column)
    case (true, true):
      guard let inverse = end.inverse, inverse < index else { return pairs(of: end) }
      return pairs(of: ends[inverse]).reversed
    }
  }

  /// Whether the foreign key belongs to the first of two to-one ends.
  private func hasKey(_ index: Int, beside other: Int) -> Bool {
    let (end, inverse) = (ends[index], ends[other])
    if end.isRequired != inverse.isRequired { return end.isRequired }
    if end.namesInverse != inverse.namesInverse { return !end.namesInverse }
    return index > other
  }

  private func pairs(of end: End) -> RelationshipStorage {
    let other = end.entity == end.destination ? "other_id" : "\(end.destination.startingLower)_id"
    return .joinTable("\(end.entity)_\(end.name)", from: "\(end.entity.startingLower)_id", to: other)
  }
}

extension String {
  /// The text with a small first letter: `bankDetails` for `BankDetails`.
  fileprivate var startingLower: String { prefix(1).lowercased() + dropFirst() }
}
