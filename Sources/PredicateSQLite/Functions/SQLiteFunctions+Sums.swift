import PredicateSQL

/// `@sum` and `@avg` of a group, by the code that memory uses: SQLite's own raise an error where whole numbers overflow, and, from
/// version to version, round differently.
extension SQLiteFunctions {
  static let sums: [SQLiteFunction] = [
    SQLiteFunction(.sum, 1, final: { ValueGroup.finish($0, .sum) }, ValueGroup.addNumber),
    SQLiteFunction(.average, 1, final: { ValueGroup.finish($0, .avg) }, ValueGroup.addNumber),
  ]
}
