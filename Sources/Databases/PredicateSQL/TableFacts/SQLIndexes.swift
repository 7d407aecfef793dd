import PredicateValues

/// The columns that indexes begin with, and approximate facts about the tables' rows. The planner uses them to tell a condition that few rows meet
/// from a condition that it must evaluate for every row.
///
/// Names are those of the schema, compared by their bytes. Wrong or missing facts make statements slower and never change a result.
public struct SQLIndexes: Sendable {
  private typealias Name = ColumnSampler.Name

  private var names: Set<Name> = []
  private var foldingNames: Set<Name> = []
  private var lowercaseNames: Set<Name> = []
  private var rowOrders: [Name: Set<Bool>] = [:]
  private var secondNames: [Name: Set<ScalarString>] = [:]
  private var partialConstants: [Name: Set<Int64>] = [:]
  private var partialRows: [Name: [SQLPartialRows]] = [:]
  private var tables: Set<ScalarString> = []
  private var rowCounts: [ScalarString: Int] = [:]
  private var samples: [Name: ColumnSample] = [:]
  private var unusable: Set<ScalarString> = []
  private var sampler: ColumnSampler?

  /// No known indexes.
  public static let none = SQLIndexes()

  /// Indexes without entries, to which entries can be added.
  public init() {}

  /// Records that all indexes of a table are added, or will be.
  public mutating func add(table: String) { tables.insert(ScalarString(table)) }

  /// Adds an index by the first of its columns. The index compares the column's values as the column itself does.
  public mutating func add(table: String, firstColumn column: String) {
    names.insert(Name(table, column))
  }

  /// Adds an index whose first column is sorted without regard to the case of ASCII letters, whatever the column's own collation.
  package mutating func addIgnoringCase(table: String, firstColumn column: String) {
    foldingNames.insert(Name(table, column))
  }

  /// Whether an index sorts a column first, and ignores the case of ASCII letters.
  package func beginIgnoringCase(with column: String, of table: String) -> Bool {
    !foldingNames.isEmpty && foldingNames.contains(Name(table, column))
  }

  /// Adds an index that begins with the texts of a column in lowercase letters. Only ASCII letters have another case for it.
  package mutating func addLowercase(table: String, of column: String) { lowercaseNames.insert(Name(table, column)) }

  /// Whether an index begins with the texts of a column in lowercase letters.
  package func beginInLowercase(with column: String, of table: String) -> Bool {
    !lowercaseNames.isEmpty && lowercaseNames.contains(Name(table, column))
  }

  /// Adds an index by the first two of its columns.
  package mutating func add(table: String, firstColumn column: String, second: String) {
    secondNames[Name(table, column), default: []].insert(ScalarString(second))
  }

  /// Whether the first two columns of an index are among some columns.
  package func begin(withTwoOf columns: [String], of table: String) -> Bool {
    guard !secondNames.isEmpty else { return false }
    let names = Set(columns.map { ScalarString($0) })
    return columns.contains { secondNames[Name(table, $0)]?.isDisjoint(with: names) == false }
  }

  /// Adds an index of one column alone. It has rows with equal values in the order of the integers that identify them.
  package mutating func addOrder(table: String, column: String, isAscending: Bool) {
    rowOrders[Name(table, column), default: []].insert(isAscending)
  }

  /// Whether an index has the rows in the order of a column and, for equal values, in the order of the integers that identify them.
  package func haveOrder(of column: String, of table: String, isAscending: Bool) -> Bool {
    !rowOrders.isEmpty && rowOrders[Name(table, column)]?.contains(isAscending) == true
  }

  /// Adds a comparison in the condition of a partial index: the column equals a written number.
  package mutating func addPartialIndex(table: String, where column: String, equals number: Int64) {
    partialConstants[Name(table, column), default: []].insert(number)
  }

  /// Whether a partial index has only rows with a number in a column. A database may use it only for a statement that contains the number as a literal.
  package func arePartial(_ table: String, where column: String, equals number: Int64) -> Bool {
    !partialConstants.isEmpty && partialConstants[Name(table, column)]?.contains(number) == true
  }

  /// Adds a partial index by the first of its columns. Its condition is one comparison.
  package mutating func add(table: String, firstColumn column: String, only rows: SQLPartialRows) {
    partialRows[Name(table, column), default: []].append(rows)
  }

  /// The rows of the partial indexes that begin with a column and whose condition is one comparison.
  package func partialRows(of table: String, beginningWith column: String) -> [SQLPartialRows] {
    partialRows.isEmpty ? [] : partialRows[Name(table, column)] ?? []
  }

  /// Records that a table has an index that the connection cannot read, because the connection lacks its collation.
  public mutating func addUnusableIndex(ofTable table: String) { unusable.insert(ScalarString(table)) }

  /// Whether all indexes of a table can be read.
  public func areUsable(ofTable table: String) -> Bool { unusable.isEmpty || !unusable.contains(ScalarString(table)) }

  /// Whether an index begins with a column.
  public func begin(with column: String, of table: String) -> Bool {
    !names.isEmpty && names.contains(Name(table, column))
  }

  /// Whether no index begins with a column of a table whose indexes are known.
  package func lackIndex(beginningWith column: String, of table: String) -> Bool {
    !tables.isEmpty && tables.contains(ScalarString(table)) && !begin(with: column, of: table)
  }

  /// Whether the indexes of a table are known.
  package func know(_ table: String) -> Bool { tables.contains(ScalarString(table)) }

  /// Sets the approximate number of a table's rows.
  public mutating func setRowCount(_ count: Int, ofTable table: String) {
    rowCounts[ScalarString(table)] = count
  }

  /// The approximate number of a table's rows; nil if it was not set.
  public func rowCount(ofTable table: String) -> Int? {
    rowCounts.isEmpty ? nil : rowCounts[ScalarString(table)]
  }

  /// Whether a table is known to have no more rows than another one.
  func holds(_ table: String, noMoreThan other: String) -> Bool {
    guard let count = rowCount(ofTable: table), let otherCount = rowCount(ofTable: other) else { return false }
    return count <= otherCount
  }

  /// Whether there are samples, or a sampler that takes them when a statement compares a column.
  public var hasSamples: Bool { sampler != nil || !samples.isEmpty }

  /// Sets the sampler for columns without a sample. It takes one when a statement first compares the column.
  package mutating func sample(by sampler: ColumnSampler) { self.sampler = sampler }

  /// The sample of a column; nil if there is none.
  private func sample(of column: String, _ table: String) -> ColumnSample? {
    guard hasSamples else { return nil }
    let name = Name(table, column)
    if !samples.isEmpty, let sample = samples[name] { return sample }
    return sampler?.sample(of: name, isIndexed: names.contains(name))
  }

  /// Adds the numbers of a column, from rows that are evenly distributed over its table.
  ///
  /// - Parameter rowCount: The number of rows in the sample, including those without a number in that column.
  public mutating func addSample(_ values: [Double], ofRows rowCount: Int, table: String, column: String) {
    samples[Name(table, column)] = ColumnSample(values, ofRows: rowCount)
  }

  /// The approximate share of the rows of a table whose number in a column is between two bounds. The share is from 0 to 1; nil without a sample.
  public func part(ofTable table: String, with column: String, from low: Double, to high: Double) -> Double? {
    sample(of: column, table)?.part(from: low, to: high)
  }

  /// Adds the texts of a column, from rows that are evenly distributed over its table.
  public mutating func addSample(_ values: [String], ofRows rowCount: Int, table: String, column: String) {
    samples[Name(table, column)] = ColumnSample(values, ofRows: rowCount)
  }

  /// The approximate share of a table's rows with a text between two bounds in a column; nil without a sample. A nil bound leaves that end open.
  package func part(
    ofTable table: String, with column: String, fromText low: String?, to high: String?
  ) -> Double? {
    sample(of: column, table)?.part(fromText: low, to: high)
  }

  /// The approximate share of a table's rows, from 0 to 1, with one of some texts in a column; nil without a sample.
  public func part(ofTable table: String, with column: String, among texts: [String]) -> Double? {
    sample(of: column, table)?.part(among: texts)
  }
}
