import PredicateSQLite
import PredicateTestSupport

/// Reduces a failure: drops tables, columns, rows and constraints and simplifies the statement, as long as the same difference remains.
struct DatabaseReducer {
  private(set) var database: RandomDatabase
  private(set) var trial: DatabaseTrial
  private let signature: String
  private let change: Change
  private var attempts = 1_200

  /// A function that changes the subject of a test, for example by leaving out rewrites.
  typealias Change = (AgreementSubject) -> AgreementSubject

  private init(_ database: RandomDatabase, _ trial: DatabaseTrial, _ difference: String, _ change: @escaping Change) {
    self.database = database
    self.trial = trial
    self.change = change
    signature = Self.signature(difference)
  }

  /// The report of a failure: a small database as a script for `sqlite3`, a small statement, and the seed of the original database.
  static func report(
    _ seed: UInt64, _ database: RandomDatabase, _ trial: DatabaseTrial, _ difference: String,
    in change: @escaping Change = { $0 }
  ) -> String {
    var reducer = DatabaseReducer(database, trial, difference, change)
    reducer.reduce()
    let script = (try? reducer.database.open().script) ?? reducer.database.script
    return """
      OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1
      \(script.map { "\($0);" }.joined(separator: "\n"))
      \(reducer.trial)
      \(reducer.difference(reducer.database) ?? difference)
      """
  }

  /// The difference between the two results of the trial on a database; nil if they are equal.
  private func difference(_ database: RandomDatabase) -> String? {
    do {
      return trial.verdict(in: change(try AgreementSubject(database.open().database))).difference
    } catch {
      return "opening: \(error)"
    }
  }

  /// The kind of a difference. A reduction keeps it: wrong rows must stay wrong rows, and an error must stay the same error.
  static func signature(_ difference: String) -> String {
    let front = difference.prefix { $0 != "\n" }
    if front.first == "[" || front.first?.isNumber == true { return "answers" }
    let words = front.filter { $0.isLetter || $0.isWhitespace || $0 == ":" }
    return "\(words.prefix(20))…\(words.suffix(24))"
  }

  mutating func reduce() {
    reduceTrial()
    for _ in 0..<2 {
      let before = attempts
      reduceDatabase()
      reduceTrial()
      if attempts == before { break }
    }
  }

  private mutating func holds(_ candidate: RandomDatabase) -> Bool {
    guard attempts > 0 else { return false }
    attempts -= 1
    return difference(candidate).map(Self.signature) == signature
  }

  private mutating func reduceTrial() {
    guard let subject = try? change(AgreementSubject(database.open().database)) else { return }
    trial = trial.reduced { candidate in
      guard let what = candidate.verdict(in: subject).difference else { return false }
      return Self.signature(what) == signature
    }
  }

  /// Makes a change, and keeps it only if the difference remains.
  private mutating func attempt(_ change: (inout RandomDatabase) -> Void) {
    var candidate = database
    change(&candidate)
    if holds(candidate) { database = candidate }
  }

  private mutating func reduceDatabase() {
    for index in database.extras.indices.reversed() { attempt { $0.extras.remove(at: index) } }
    for index in database.tables.indices.reversed() { attempt { $0.tables.remove(at: index) } }
    attempt { $0.encoding = "UTF-8" }
    attempt { $0.isFile = false }
    for table in database.tables.indices {
      dropRows(of: table)
      for index in database.tables[table].foreignKeys.indices.reversed() {
        attempt { $0.tables[table].foreignKeys.remove(at: index) }
      }
      for index in database.tables[table].uniques.indices.reversed() {
        attempt { $0.tables[table].uniques.remove(at: index) }
      }
      for index in database.tables[table].columns.indices.reversed() { attempt { $0.dropColumn(index, of: table) } }
      attempt { $0.tables[table].isStrict = false }
      attempt { $0.tables[table].hasRowNumbers = true }
      attempt { $0.tables[table].key = nil }
      attempt { $0.tables[table].key?.isDescending = false }
      for column in database.tables[table].columns.indices { simplify(column, of: table) }
      dropValues(of: table)
    }
  }

  private mutating func simplify(_ column: Int, of table: Int) {
    let known = database.tables[table].columns[column]
    if known.check != nil { attempt { $0.tables[table].columns[column].check = nil } }
    if known.collation != nil { attempt { $0.tables[table].columns[column].collation = nil } }
    if known.defaultValue != nil { attempt { $0.tables[table].columns[column].defaultValue = nil } }
    if known.isNotNull { attempt { $0.tables[table].columns[column].isNotNull = false } }
    if known.isUnique { attempt { $0.tables[table].columns[column].isUnique = false } }
  }

  private mutating func dropRows(of table: Int) {
    var size = max(1, database.tables[table].rows.count / 2)
    while true {
      var start = 0
      while start < database.tables[table].rows.count {
        let end = min(start + size, database.tables[table].rows.count)
        let count = database.tables[table].rows.count
        attempt { $0.tables[table].rows.removeSubrange(start..<end) }
        if database.tables[table].rows.count == count { start = end }
      }
      if size == 1 { return }
      size = max(1, size / 2)
    }
  }

  private mutating func dropValues(of table: Int) {
    for row in database.tables[table].rows.indices {
      for value in database.tables[table].rows[row].values.indices.reversed() {
        attempt { $0.tables[table].rows[row].values.remove(at: value) }
      }
    }
  }
}

extension RandomDatabase {
  /// Drops a column with its values, and removes it from keys.
  fileprivate mutating func dropColumn(_ index: Int, of table: Int) {
    let name = tables[table].columns.remove(at: index).name
    if tables[table].key?.columns.contains(name) == true { tables[table].key = nil }
    tables[table].uniques.removeAll { $0.contains(name) }
    tables[table].foreignKeys.removeAll { $0.columns.contains(name) }
    for row in tables[table].rows.indices { tables[table].rows[row].values.removeAll { $0.column == name } }
  }
}
