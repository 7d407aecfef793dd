import PredicateSQL
import PredicateValues

/// Keys. SQLite compares two columns by the affinity and the collation in their declarations.
extension SQLiteLowering {
  package func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool {
    keyForms.areAlike(columns, of: table, and: key, of: other)
  }

  package func keyComparison(
    of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
  ) -> (any SQLKeyComparison)? {
    let lost = keyForms.lostAffinity(of: column, of: table, to: key, of: other)
    return lost == .besides && isGrouped ? SQLKeyForms.LostAffinity.besidesInGroups : lost
  }
}

extension SQLKeyForms.LostAffinity: SQLKeyComparison {
  func asKey(_ foreign: SQLExpression) -> SQLExpression { foreign.unindexed }

  func conditions(key: SQLExpression, foreign: SQLExpression) -> [SQLExpression] {
    let bare = SQLExpression.compare(.equal, key, foreign.unindexed)
    return switch self {
    case .besides: [.compare(.equal, key, foreign), bare]
    case .besidesInGroups: [.compare(.greaterOrEqual, key, foreign), .compare(.lessOrEqual, key, foreign), bare]
    case .numberOfText: [.any(Self.nearNumbers(of: key, foreign)), bare]
    case .alone: [bare]
    }
  }

  /// Conditions that a number is close to the number of a text, so that the text may mean this number: SQLite writes 15 digits. They allow for two
  /// exceptions: the texts of infinities do not convert to numbers, and the text of the greatest double may be read as an infinity. A text is greater
  /// than every number.
  private static func nearNumbers(of text: SQLExpression, _ number: SQLExpression) -> [SQLExpression] {
    let value = SQLExpression.cast(text, .double)
    let bounds = [1 - 0x1p-46, 1 + 0x1p-46].map {
      SQLExpression.arithmetic(.multiply, value, .parameter(.double($0)), isInteger: false)
    }
    let greatest = Double.greatestFiniteMagnitude * (1 - 0x1p-46)
    return [
      .between(
        number, .function(.minimum, bounds, mayBeNull: true), .function(.maximum, bounds, mayBeNull: true)),
      .compare(.greaterOrEqual, number, .parameter(.double(greatest))),
      .compare(.lessOrEqual, number, .parameter(.double(-greatest))),
    ]
  }
}
