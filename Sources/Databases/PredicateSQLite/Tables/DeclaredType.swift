import PredicateDatabases
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
    guard table.kind == .table, !isKey(column, in: table), table.checks.proof(of: column.name)?.isFlag != true else {
      return false
    }
    let word = word(of: column.declaredType)
    return StorageEvidence.maySuggest(
      table.isStrict ? strictType(word) : looseType(word, column), named: column.name)
  }

  /// Whether a column is the primary key, or part of a foreign key. One column of a primary key of several columns may be a date.
  static func isKey(_ column: TableInfo.Column, in table: TableInfo) -> Bool {
    column.keyPosition > 0 && table.keyColumns.count == 1
      || table.foreignKeys.contains { key in key.columns.contains { $0.isSameSQLName(as: column.name) } }
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

/// Finds the storage of a type that fits the values of a column best.
enum TypeFit {
  /// Tries every storage of a type, or only the given one. If no value fits, the result is the type's first storage.
  ///
  /// - Parameter name: The column's name, which may indicate the unit of a date: `created_ms`.
  static func evidence(
    _ values: [StoredValue], as type: QueryType, _ named: AttributeStorage?, named name: String
  ) -> TypeEvidence {
    let candidates = named.map { [$0] } ?? storages(of: type, values, named: name)
    let all = candidates.map { storage in
      let misfits = values.filter { !fits($0, storage, type) }
      var shown: [StoredValue] = []
      for misfit in misfits where shown.count < 3 && !shown.contains(misfit) { shown.append(misfit) }
      return TypeEvidence(storage: storage, valueCount: values.count, misfitCount: misfits.count, misfits: shown)
    }
    let least = all.map(\.misfitCount).min()
    // If several storages fit equally well, the first one is chosen.
    var best =
      all.first { $0.misfitCount == least }
      ?? TypeEvidence(storage: .standard(for: type), valueCount: 0, misfitCount: 0, misfits: [])
    if type == .date, best.storage.isConvertedDate || [.secondsSince2001, .basicISO8601Number].contains(best.storage) {
      best.dates = dates(values, best.storage)
    }
    if named == nil, type == .date, let other = other(best.storage, values, named: name) {
      best.other = (other, dates(values, other))
    }
    return best
  }

  /// Another storage by which the numbers of a column of dates may be meant as well; nil for none.
  private static func other(
    _ storage: AttributeStorage, _ values: [StoredValue], named name: String
  ) -> AttributeStorage? {
    if DeclaredType.dateStorage(ofName: name) == storage { return nil }
    switch storage {
    case .secondsSince1970, .secondsSince2001:
      guard StorageEvidence.ofDates(values, named: nil).note != nil else { return nil }
      return storage == .secondsSince1970 ? .secondsSince2001 : .secondsSince1970
    // The same numbers span a hundred times as many years in ticks. So only ticks of this century can be meant.
    case .nanosecondsSince2001:
      return isPlausible(.ticksSince0001, values, in: century, tenths: 9) ? .ticksSince0001 : nil
    default: return nil
    }
  }

  /// From 1980 to 2080, in seconds since 2001.
  private static let century = -662_688_000.0...2_493_072_000.0

  /// From 1900 to 2200, in seconds since 2001.
  private static let years = -3_187_296_000.0...6_311_433_600.0

  private static func dates(_ values: [StoredValue], _ storage: AttributeStorage) -> TypeEvidence.DateRange {
    var near: [Double] = []
    var far: [StoredValue] = []
    for value in values {
      guard case .date(let seconds) = storage.value(of: value, as: .date) else { continue }
      if years.contains(seconds) { near.append(seconds) } else { far.append(value) }
    }
    let range = near.min().flatMap { least in near.max().map { least...$0 } }
    return TypeEvidence.DateRange(range, farCount: far.count, far: far.first)
  }

  private static func storages(of type: QueryType, _ values: [StoredValue], named name: String) -> [AttributeStorage] {
    switch type {
    case .boolean:
      let isText = values.contains { $0.storageClass == .text }
      return isText ? [.booleanWords] : [.zeroOrOne]
    case .integer: return [.integer, .integerText]
    case .double: return [.real, .realText]
    case .uuid: return [StorageEvidence.ofUUIDs(values, declared: .uuidText).storage, .uuidText, .uuidBytes]
    case .date:
      var candidates: [AttributeStorage] = [StorageEvidence.ofDates(values, named: nil).storage]
      if let byName = DeclaredType.dateStorage(ofName: name), values.isEmpty || isPlausible(byName, values) {
        candidates.insert(byName, at: 0)
      }
      return candidates + [.iso8601Text, .basicISO8601Text, .basicISO8601Number]
    case .any: return StorageEvidence.areJSON(values) ? [.json] : [.dynamic]
    default: return [.standard(for: type)]
    }
  }

  /// Whether half of the values or more are dates from 1900 to 2200, or another share of the values is in other years.
  private static func isPlausible(
    _ storage: AttributeStorage, _ values: [StoredValue], in years: ClosedRange<Double> = years, tenths: Int = 5
  ) -> Bool {
    let count = values.count { value in
      if case .date(let seconds) = storage.value(of: value, as: .date) { years.contains(seconds) } else { false }
    }
    return count * 10 >= values.count * tenths
  }

  /// Whether a value means something of the type.
  private static func fits(
    _ value: StoredValue, _ storage: AttributeStorage, _ type: QueryType
  ) -> Bool {
    switch (type, storage.value(of: value, as: type)) {
    case (_, .null): false
    case (.boolean, .boolean): true
    case (.boolean, _): false
    case (.integer, .double(let number)): number == number.rounded(.towardZero)
    default: true
    }
  }
}
