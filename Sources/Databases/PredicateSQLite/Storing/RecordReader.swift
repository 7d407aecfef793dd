import GRDB
import PredicateDatabases
import PredicateModel
import PredicateValues

/// Reads rows as records. If the table has several entities, each row is read as a record of its own entity.
final class RecordReader {
  private let table: RecordTable
  /// The positions of the key's columns.
  private let key: KeyPlaces
  private let isNumbered: Bool
  private let kindPlace: Int
  /// The terms of all records.
  private let terms: [String]
  private let layouts: [Layout]

  /// The positions of a record's columns among the columns that are read.
  private struct Layout {
    let attributes: AttributeColumns
    /// The positions of integer foreign keys; -1 for the others, which ``lookedUp`` has.
    let foreignKeys: [Int]
    let lookedUp: [KeyPlaces?]
    /// The positions of the order columns, by the indexes of their foreign keys.
    let orders: [(slot: Int, column: Int)]

    /// - Parameters:
    ///   - place: Returns the position of a column.
    ///   - keys: Returns the positions of the terms for the row that a foreign key refers to.
    init(_ layout: RecordLayout, _ place: (String) -> Int, _ keys: (KeyReference) -> KeyPlaces) {
      attributes = AttributeColumns(layout.attributes, at: layout.attributes.map { place($0.column) })
      let found = layout.foreignKeys.map { keys($0.reference) }
      foreignKeys = zip(found, layout.foreignKeys).map { $1.reference.isDirect ? $0.first : -1 }
      lookedUp = zip(found, layout.foreignKeys).map { $1.reference.isDirect ? nil : $0 }
      orders = layout.foreignKeys.enumerated().compactMap { slot, key in key.order.map { (slot, place($0)) } }
    }
  }

  /// A reader with its own statement. Its columns are the key, the entity's name, the position in the owner's list, the columns, then the owner.
  init(_ table: RecordTable) {
    self.table = table
    key = KeyPlaces(table.key, from: 0)
    isNumbered = table.key.numbers != nil
    let keyCount = table.key.columns.count
    kindPlace = keyCount
    var terms =
      table.key.columns.map { "t.\($0.quotedIdentifier)" } + [
        table.kindColumn.map { "t.\($0.quotedIdentifier)" } ?? "NULL"
      ]
    var places: [ScalarString: Int] = [:]
    func place(of column: String) -> Int {
      if let place = places[ScalarString(column)] { return place }
      places[ScalarString(column)] = terms.count + 1
      terms.append("t.\(column.quotedIdentifier)")
      return terms.count
    }
    layouts = table.layouts.map {
      Layout($0, place) { reference in
        if reference.isDirect { return KeyPlaces(reference.target, from: place(of: reference.columns[0])) }
        let start = terms.count + 1
        terms += reference.lookUps
        return KeyPlaces(reference.target, from: start)
      }
    }
    self.terms = terms
  }

  /// A reader of whole rows of the table.
  ///
  /// - Parameter names: The names of the columns in their order. Nil if a needed column is missing.
  init?(_ table: RecordTable, wholeRowsOf names: [String]) {
    var places: [ScalarString: Int] = [:]
    for (place, name) in names.enumerated() where places[ScalarString(name)] == nil {
      places[ScalarString(name)] = place
    }
    var isComplete = true
    func place(of column: String) -> Int {
      if let place = places[ScalarString(column)] { return place }
      isComplete = false
      return 0
    }
    self.table = table
    terms = names
    key = KeyPlaces(table.key, at: table.key.columns.map { place(of: $0) })
    isNumbered = table.key.numbers != nil
    kindPlace = table.kindColumn.map { place(of: $0) } ?? 0
    layouts = table.layouts.map {
      Layout($0, place) { reference in
        // A foreign key that must be looked up needs a separate statement.
        if !reference.isDirect { isComplete = false }
        return KeyPlaces(reference.target, from: reference.isDirect ? place(of: reference.columns[0]) : 0)
      }
    }
    if !isComplete { return nil }
  }

  /// Reads the rows that meet a condition, ascending by key.
  ///
  /// - Parameters:
  ///   - place: The term for the position in the owner's list.
  ///   - keys: The values of the condition's parameters.
  func read(
    _ owner: OwnerTerms?, _ place: String, _ join: String, _ condition: String?, _ keys: ArraySlice<Int64>,
    in database: Database, _ body: (StoredRecord) throws -> Void
  ) throws {
    var conditions = condition.map { [$0] } ?? []
    let parameterKey = owner?.reference.target ?? table.key
    var parameters = keys.flatMap { parameterKey.values(of: $0) }
    if let kindColumn = table.kindColumn, let kinds = table.kinds {
      conditions.append("t.\(kindColumn.quotedIdentifier) IN (\(kinds.parameters))")
      parameters += kinds
    }
    let keyCount = table.key.columns.count
    let all = terms[...keyCount] + [place] + terms[(keyCount + 1)...] + (owner?.terms ?? [])
    let order = (0..<keyCount).map { "\($0 + 1)" }.joined(separator: ", ")
    let sql = """
      SELECT \(all.joined(separator: ", ")) FROM \(table.name.quotedIdentifier) AS t \(join)
      \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")) ORDER BY \(order)
      """
    let ownerKey = owner.map { KeyPlaces($0.reference.target, from: terms.count + 1) }
    try RawStatement(database, sql).read(parameters) { statement in
      let row = statement.pointer
      var place: Int64?
      if case .integer(let number) = row.stored(keyCount + 1) { place = number }
      try body(record(row, owner: ownerKey?.key(of: row) ?? 0, place: place))
    }
  }

  /// The current row as a record of its entity.
  func record(_ row: StatementPointer, owner: Int64 = 0, place: Int64? = nil) -> StoredRecord {
    let position = table.kindColumn == nil ? 0 : table.layout(named: row.stored(kindPlace))
    let layout = layouts[position]
    var contents: [Int: StoredValue] = [:]
    let values = layout.attributes.values(of: row, contents: &contents)
    func key(_ slot: Int) -> Int64? {
      let place = layout.foreignKeys[slot]
      if place < 0 { return layout.lookedUp[slot]?.optionalKey(of: row) }
      switch row.stored(place) {
      case .integer(let key): return key
      case .null: return nil
      case let content:
        // A foreign key that is not an integer refers to no row.
        contents[values.count + slot] = content
        return nil
      }
    }
    let count = layout.foreignKeys.count
    let reference = count > 0 ? key(0) : nil
    let others = count > 1 ? (1..<count).map(key) : []
    var places: [Int64?] = []
    if !layout.orders.isEmpty {
      places = Array(repeating: nil, count: count)
      for (slot, column) in layout.orders { if case .integer(let place) = row.stored(column) { places[slot] = place } }
    }
    return StoredRecord(
      key: isNumbered ? self.key.key(of: row) : row.integer(self.key.first), layout: position, values: values,
      reference: reference, otherReferences: others,
      places: places, contents: contents, owner: owner, place: place)
  }
}

/// The positions of a key's columns in a row.
struct KeyPlaces {
  let first: Int
  /// The positions of the further columns.
  private let others: [Int]
  let numbers: NumberedKeys?

  init(_ key: RecordKey, from start: Int) { self.init(key, at: Array(start..<(start + key.columns.count))) }

  init(_ key: RecordKey, at places: [Int]) {
    first = places.first ?? 0
    others = Array(places.dropFirst())
    numbers = key.numbers
  }

  /// The integer key of the row, or the number of its key.
  func key(of row: StatementPointer) -> Int64 {
    guard let numbers else { return row.integer(first) }
    return numbers.number(of: [row.stored(first)] + others.map { row.stored($0) })
  }

  /// The key of the row; nil if the row has none at these positions.
  func optionalKey(of row: StatementPointer) -> Int64? { row.stored(first) == .null ? nil : key(of: row) }
}

/// The terms for the owner of a list, in a statement that reads lists.
struct OwnerTerms {
  let reference: KeyReference
  /// The terms of the owner's key.
  let terms: [String]
  /// The join with the owner's row; empty if the foreign key itself holds the owner's key.
  let join: String

  /// - Parameter table: The name that the table with the foreign key has in the statement.
  init(_ reference: KeyReference, in table: String) {
    self.reference = reference
    if reference.isDirect {
      terms = ["\(table).\(reference.columns[0].quotedIdentifier)"]
      join = ""
    } else {
      terms = reference.target.columns.map { "o.\($0.quotedIdentifier)" }
      join = "JOIN \(reference.target.table.quotedIdentifier) AS o ON \(reference.match(table, "o"))"
    }
  }

  /// The condition that the owner has one of `count` keys.
  func condition(_ count: Int) -> String {
    terms.count == 1
      ? "\(terms[0]) IN (\((0..<count).parameters))"
      : "(\(terms.joined(separator: ", "))) IN \(Self.rows(terms.count, count))"
  }

  fileprivate static func rows(_ width: Int, _ count: Int) -> String {
    let row = "(\((0..<width).parameters))"
    return "(VALUES \((0..<count).map { _ in row }.joined(separator: ", ")))"
  }
}

extension RecordKey {
  /// The condition that a row has one of `count` keys.
  func condition(_ table: String, _ count: Int) -> String {
    let terms = columns.map { "\(table).\($0.quotedIdentifier)" }
    return terms.count == 1
      ? "\(terms[0]) IN (\((0..<count).parameters))"
      : "(\(terms.joined(separator: ", "))) IN \(OwnerTerms.rows(terms.count, count))"
  }
}

extension KeyReference {
  /// The condition that a row with the foreign key refers to a row of the other table.
  func match(_ table: String, _ other: String) -> String {
    zip(columns, referenced).map { "\(table).\($0.quotedIdentifier) = \(other).\($1.quotedIdentifier)" }
      .joined(separator: " AND ")
  }

  /// The terms that look up the key of the referenced row.
  fileprivate var lookUps: [String] {
    target.columns.map { column in
      "(SELECT k.\(column.quotedIdentifier) FROM \(target.table.quotedIdentifier) AS k WHERE \(match("t", "k")))"
    }
  }
}
