import PredicateModel
import PredicateValues

/// The type and the storage that a column's declaration and values determine.
struct DeclaredType {
  let type: QueryType
  let storage: AttributeStorage
  /// Whether the column is proven to hold no other values.
  let isTrusted: Bool
  /// Which values do not fit, or why the storage is a guess. A sentence without its subject; nil if there is nothing to report.
  let note: String?

  /// Reads a declaration.
  ///
  /// In a STRICT table SQLite enforces the five type words, except for generated columns. In other tables common names have precedence (BOOLEAN,
  /// DATE, DECIMAL …), followed by SQLite's rules of affinity. These rules do not keep a column from holding other values, so it is trusted only if a
  /// CHECK proves its class. A column without a declared type, or with an unknown word, has type any.
  ///
  /// SQLite has no column type for dates, so the values of a column that is declared as a date determine its storage (``StorageEvidence``). In an
  /// empty table it is text as SQLite's date functions write it, for DATE without a time. It is a number if the column's name contains `unix`,
  /// `epoch`, `ms`, `millis` or `julian`; in the tables of Core Data it is seconds since 2001. UUIDs are text, or 16 bytes if the declaration names
  /// bytes or the values are bytes. Booleans are 0 and 1, or words. A column is JSON if it is declared JSON or JSONB, or if a CHECK restricts it to
  /// texts of JSON.
  ///
  /// - Parameter values: Some values of the column. NULL is left out.
  init(_ column: TableInfo.Column, isStrict: Bool, proof: ColumnProof?, values: [StoredValue] = []) {
    let word = Self.word(of: column.declaredType)
    var type = isStrict ? Self.strictType(word) : Self.looseType(word, column)
    // A column that a CHECK restricts to 0 and 1 is a boolean, for any declared type.
    if proof?.isFlag == true, type == .integer || type == .boolean || type == .any { type = .boolean }
    let isJSON = proof?.isJSON == true || !isStrict && Self.jsonWords.contains(word)
    if isJSON { type = .any }
    self.type = type
    let evidence: StorageEvidence =
      switch type {
      case .any where isJSON: .ofJSON(values)
      case .date where column.isOfCoreData: StorageEvidence(storage: .secondsSince2001)
      case .date: .ofDates(values, named: Self.dateStorage(ofName: column.name))
      case .uuid: .ofUUIDs(values, declared: Self.speaksOfBytes(word) ? .uuidBytes : .uuidText)
      case .boolean: .ofBooleans(values)
      case .double, .integer: .ofNumbers(values, type)
      default: StorageEvidence(storage: .standard(for: type))
      }
    storage = evidence.storage
    note = evidence.note
    isTrusted = !isJSON && (isStrict && !column.isGenerated || type == .any || proof?.proves(storage) == true)
  }

  /// The words of other databases for JSON. In SQLite such a column has the numeric affinity.
  private static let jsonWords: Set<String> = ["JSON", "JSONB"]

  /// What a column's declaration specifies about how dates are written. Empty for STRICT tables and tables of Core Data, whose models determine it.
  static func form(of column: TableInfo.Column, isStrict: Bool) -> DeclaredForm {
    guard !isStrict, !column.isOfCoreData else { return [] }
    let word = word(of: column.declaredType)
    if word == "DATE" { return .days }
    return ColumnAffinity(declaration: word) == .integer ? .wholeNumbers : []
  }

  /// Whether a column's values determine how it is stored.
  static func leavesStorageOpen(_ column: TableInfo.Column, in table: TableInfo) -> Bool {
    guard !table.isStrict, !column.isOfCoreData, table.checks.proof(of: column.name)?.isFlag != true else {
      return false
    }
    let word = word(of: column.declaredType)
    let type = looseType(word, column)
    return type == .date || type == .boolean || type == .uuid || jsonWords.contains(word)
  }

  /// Whether a column's values may look like another type than the declared one. False for key columns.
  static func mayBeAnotherType(_ column: TableInfo.Column, in table: TableInfo) -> Bool {
    let isKey =
      column.keyPosition > 0
      || table.foreignKeys.contains { key in key.columns.contains { $0.isSameSQLName(as: column.name) } }
    guard table.kind == .table, !isKey, table.checks.proof(of: column.name)?.isFlag != true else { return false }
    let word = word(of: column.declaredType)
    return StorageEvidence.maySuggest(
      table.isStrict ? strictType(word) : looseType(word, column), named: column.name)
  }

  /// Whether a column of numbers may hold texts. False if the table excludes texts, and for key columns.
  static func mayHoldTexts(_ column: TableInfo.Column, in table: TableInfo) -> Bool {
    guard table.kind == .table, !table.isStrict, column.keyPosition == 0, !column.isOfCoreData else { return false }
    let type = looseType(word(of: column.declaredType), column)
    return type == .double || type == .integer
  }

  /// The declaration in capitals without the part in brackets: `VARCHAR` for `VARCHAR(20)`.
  private static func word(of declaration: String) -> String {
    let front = declaration.prefix { $0 != "(" }.uppercased()
    return front.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func strictType(_ word: String) -> QueryType {
    switch word {
    case "INT", "INTEGER": .integer
    case "REAL": .double
    case "TEXT": .string
    case "BLOB": .data
    default: .any
    }
  }

  private static func looseType(_ word: String, _ column: TableInfo.Column) -> QueryType {
    switch word {
    case "": .any
    case "BOOL", "BOOLEAN", "BIT": .boolean
    case "DATE", "DATETIME", "DATETIME2", "SMALLDATETIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE",
      "TIMESTAMP WITHOUT TIME ZONE":
      .date
    case "DECIMAL", "NUMERIC", "NUMBER", "MONEY", "SMALLMONEY", "CURRENCY": .double
    case "UUID", "GUID", "UNIQUEIDENTIFIER", "UUID BLOB", "UUID TEXT": .uuid
    case "BLOB", "BINARY", "VARBINARY":
      speaksOfBytes(word) && isSixteenBytes(column) ? .uuid : .data
    case "IMAGE": .data
    case "STRING": .string
    default: affinityType(word)
    }
  }

  private static func affinityType(_ word: String) -> QueryType {
    switch ColumnAffinity(declaration: word) {
    case .integer: .integer
    case .text: .string
    case .none: .data
    case .real: .double
    case .numeric: .any
    }
  }

  // MARK: Dates and UUIDs

  /// The storage that a column's name indicates; nil for any other name.
  static func dateStorage(ofName name: String) -> AttributeStorage? {
    let words = Set(NameWords(name).words.map { $0.lowercased() })
    if !words.isDisjoint(with: ["julian", "julianday", "jd"]) { return .julianDay }
    if !words.isDisjoint(with: ["tick", "ticks"]) { return .ticksSince0001 }
    if words.contains("filetime") { return .ticksSince1601 }
    if words.contains("cocoa") { return .secondsSince2001 }
    if !words.isDisjoint(with: ["ms", "millis", "milliseconds", "msec"]) { return .millisecondsSince1970 }
    if !words.isDisjoint(with: ["unix", "epoch", "unixtime"]) { return .secondsSince1970 }
    return nil
  }

  private static func speaksOfBytes(_ word: String) -> Bool { word.contains("BLOB") || word.contains("BINARY") }

  /// Whether the declaration is `BINARY(16)` and the column's name is that of a UUID: `uuid`, `guid`.
  private static func isSixteenBytes(_ column: TableInfo.Column) -> Bool {
    column.declaredType.filter { !$0.isWhitespace }.hasSuffix("(16)")
      && ["uuid", "guid"].contains(NameWords(column.name).lastWord)
  }
}

/// How SQLite converts a value before it stores it in a column, or compares it with the column.
enum ColumnAffinity {
  case integer, real, numeric
  case text
  case none

  /// Applies SQLite's rules in their order to the whole declaration, including the part in brackets.
  init(declaration: String, isStrict: Bool = false) {
    // Only ASCII letters are folded, as SQLite does.
    let word = String(decoding: declaration.foldedSQLName, as: UTF8.self)
    func holds(_ parts: String...) -> Bool { parts.contains { word.contains($0) } }
    if holds("int") {
      self = .integer
    } else if holds("char", "clob", "text") {
      self = .text
    } else if holds("blob") || word.isEmpty || isStrict && word == "any" {
      self = .none
    } else if holds("real", "floa", "doub") {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// Whether a text that looks like a number is converted to the number.
  var isNumeric: Bool {
    switch self {
    case .integer, .real, .numeric: true
    case .text, .none: false
    }
  }
}
