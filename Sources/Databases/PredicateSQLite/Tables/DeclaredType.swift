import PredicateModel
import PredicateValues

/// The type and the storage that follow from a column's declaration.
struct DeclaredType {
  let type: QueryType
  let storage: AttributeStorage
  /// Whether the column can hold nothing else.
  let isTrusted: Bool
  /// Values that do not fit, or a guessed storage: a sentence without its subject; nil for nothing.
  let note: String?

  /// Reads a declaration.
  ///
  /// In a STRICT table SQLite enforces the five words, except for generated columns. Elsewhere common names come first (BOOLEAN, DATE,
  /// DECIMAL …), then SQLite's rules of affinity. These do not stop a column from holding something else, so it is trusted only if a
  /// CHECK proves its class. A column without a declared type, or with an unknown word, is of any type.
  ///
  /// SQLite has no column type for dates: the values of a column that is declared as a date show its storage (``StorageEvidence``). In
  /// an empty table it is text as SQLite's date functions write it, for DATE without a time, unless its name contains `unix`, `epoch`, `ms`, `millis` or `julian`; in
  /// the tables of Core Data it is seconds since 2001. UUIDs are text, or 16 bytes if the declaration names bytes or the values are
  /// bytes; booleans 0 and 1, or words. A column that is declared JSON or JSONB, or that a CHECK keeps to texts of JSON, is JSON.
  ///
  /// - Parameter values: Some values of the column, NULL left out.
  init(_ column: TableInfo.Column, isStrict: Bool, proof: ColumnProof?, values: [StoredValue] = []) {
    let word = Self.word(of: column.declaredType)
    var type = isStrict ? Self.strictType(word) : Self.looseType(word, column)
    // A flag that is kept to 0 and 1 is a boolean, for any declared type.
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

  /// The words of other databases for JSON. SQLite gives such a column the affinity of numbers.
  private static let jsonWords: Set<String> = ["JSON", "JSONB"]

  /// What the declaration says about the form of dates. A STRICT table, and one of Core Data, has the numbers that its model says.
  static func form(of column: TableInfo.Column, isStrict: Bool) -> DeclaredForm {
    guard !isStrict, !column.isOfCoreData else { return [] }
    let word = word(of: column.declaredType)
    if word == "DATE" { return .days }
    return ColumnAffinity(declaration: word) == .integer ? .wholeNumbers : []
  }

  /// Whether values decide how a column is stored.
  static func leavesStorageOpen(_ column: TableInfo.Column, in table: TableInfo) -> Bool {
    guard !table.isStrict, !column.isOfCoreData, table.checks.proof(of: column.name)?.isFlag != true else {
      return false
    }
    let word = word(of: column.declaredType)
    let type = looseType(word, column)
    return type == .date || type == .boolean || type == .uuid || jsonWords.contains(word)
  }

  /// Whether values may look like another type than the declared one. False for key columns.
  static func mayBeAnotherType(_ column: TableInfo.Column, in table: TableInfo) -> Bool {
    let isKey =
      column.keyPosition > 0
      || table.foreignKeys.contains { key in key.columns.contains { $0.isSameSQLName(as: column.name) } }
    guard table.kind == .table, !isKey, table.checks.proof(of: column.name)?.isFlag != true else { return false }
    let word = word(of: column.declaredType)
    return StorageEvidence.maySuggest(
      table.isStrict ? strictType(word) : looseType(word, column), named: column.name)
  }

  /// Whether values may show that a column of numbers holds texts. False if the table excludes texts, and for key columns.
  static func mayHoldTexts(_ column: TableInfo.Column, in table: TableInfo) -> Bool {
    guard table.kind == .table, !table.isStrict, column.keyPosition == 0, !column.isOfCoreData else { return false }
    let type = looseType(word(of: column.declaredType), column)
    return type == .double || type == .integer
  }

  /// Upper case, without the part in brackets: `VARCHAR(20)` is `VARCHAR`.
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
    if !words.isDisjoint(with: ["ms", "millis", "milliseconds", "msec"]) { return .millisecondsSince1970 }
    if !words.isDisjoint(with: ["unix", "epoch", "unixtime"]) { return .secondsSince1970 }
    return nil
  }

  private static func speaksOfBytes(_ word: String) -> Bool { word.contains("BLOB") || word.contains("BINARY") }

  /// `BINARY(16)` of a column with the name `uuid` or `guid`.
  private static func isSixteenBytes(_ column: TableInfo.Column) -> Bool {
    column.declaredType.filter { !$0.isWhitespace }.hasSuffix("(16)")
      && ["uuid", "guid"].contains(NameWords(column.name).lastWord)
  }
}

/// How SQLite converts a value before it stores it in a column or compares it with one.
enum ColumnAffinity {
  case integer, real, numeric
  case text
  case none

  /// SQLite's rules, in their order. The whole declaration counts, including the part in brackets.
  init(declaration: String, isStrict: Bool = false) {
    // SQLite folds the letters of ASCII alone.
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
