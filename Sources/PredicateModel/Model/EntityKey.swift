import PredicateSyntax

/// What identifies a row of an entity.
///
/// Two things that usually are one column: what foreign keys refer to, and the integer that an `ObjectReference` carries.
public struct EntityKey: Sendable {
  /// The primary key's columns, in order: what foreign keys refer to. Empty where the table declares none.
  public let columns: [String]
  /// The column whose integer names a row in an `ObjectReference`: an integer primary key, or the name under which SQLite's
  /// hidden row number can be selected. Nil where rows cannot be referred to: a view, a table without row numbers.
  public let referenceColumn: String?

  /// A key.
  public init(columns: [String], referenceColumn: String?) {
    self.columns = columns
    self.referenceColumn = referenceColumn
  }

  /// The common key: one integer column that does both.
  public static func integer(_ column: String) -> EntityKey {
    EntityKey(columns: [column], referenceColumn: column)
  }

  /// No key at all.
  public static let none = EntityKey(columns: [], referenceColumn: nil)

  /// The column that is the primary key and the reference in one; nil where the two differ.
  public var integerColumn: String? {
    guard let column = columns.first, columns.count == 1, referenceColumn?.hasSameScalars(as: column) == true else {
      return nil
    }
    return column
  }
}
