import Foundation
import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateRecords
import PredicateSyntax
import PredicateValues

/// Writes the records of a file into an entity, in one transaction.
///
/// ```swift
/// let run = ImportRun(database: database, skips: false, name: "people.csv", tell: { print($0) }, checkCancellation: {})
/// try run.run(path: "people.csv", into: "Person").written  // 2
/// ```
package struct ImportRun {
  private let database: any QueryDatabase
  private let skips: Bool
  private let name: String
  private let tell: (String) -> Void
  private let checkCancellation: () throws -> Void

  /// The number of records that do not fit and are reported one by one. The others are only counted.
  private static let toldIssues = 20
  /// The greatest number of rows without a key that wait for the end of the file. Further ones are written at once, because the file may be larger than
  /// memory.
  private static let waitingRows = 100_000
  /// The number of records between two checks for cancellation.
  private static let checkInterval = 256

  private struct Target {
    let rows: RowImport
    let fields: [ImportField]
    /// Fields whose column has another field already, with their positions in the file: `userId` and `user` name the same object.
    var repeated: [(field: ImportField, position: Int)] = []
    let entity: String
    let isNew: Bool
    /// The default values of the fields' columns, used for records that lack a name. Empty for a new table.
    var defaults: [StoredValue?] = []
    /// The names in the file whose columns the table computes. Their values are not imported.
    var computed: [String] = []
    let fractions = FractionColumns()
    /// The position of the field of the integer key; nil if the file has no keys.
    var keyPosition: Int?
  }

  /// The integer columns that were searched for numbers with a fraction, and whether they have one.
  private final class FractionColumns {
    var known: [ScalarString: Bool] = [:]
  }

  /// The counts so far.
  private struct Tally {
    var written = 0
    var refused = 0
    /// Whether the bytes of a refused record are not UTF-8.
    var hasOtherEncoding = false
    /// Rows without a key, with their line numbers. They wait for the end of the file: a key that the database chose earlier could be that of a later
    /// record.
    var withoutKey: [(row: [StoredValue], line: Int)] = []
    /// The number of rows of ``withoutKey`` that are written.
    var writtenWithoutKey = 0
    /// Whether no more rows wait. The waiting rows are then written first, so that the rows keep their order.
    var areWaitingOver: Bool { withoutKey.count >= ImportRun.waitingRows }
    /// The line numbers of the last rows. There are as many as the rows that the database may still refuse.
    private var lines: [Int] = []

    /// Counts a row that is passed to the database, and remembers its line for errors that the database reports later.
    mutating func add(rowOfLine line: Int) {
      written += 1
      if lines.count >= 2 * RowImport.batchSize { lines.removeFirst(RowImport.batchSize) }
      lines.append(line)
    }

    /// The next waiting row, which is passed to the database; nil if all are.
    mutating func nextWithoutKey() -> [StoredValue]? {
      guard writtenWithoutKey < withoutKey.count else { return nil }
      let (row, line) = withoutKey[writtenWithoutKey]
      writtenWithoutKey += 1
      add(rowOfLine: line)
      return row
    }

    /// The line number of the row before the last `rowsSince` rows; 0 if it is unknown.
    func line(before rowsSince: Int) -> Int {
      let position = lines.count - 1 - rowsSince
      return lines.indices.contains(position) ? lines[position] : 0
    }
  }

  /// An import into a database.
  ///
  /// - Parameters:
  ///   - skips: Whether records that do not fit are left out. Otherwise such a record cancels the whole import.
  ///   - name: The name of the file in messages.
  ///   - tell: Receives lines for people: the source of each column, and the records that do not fit.
  ///   - checkCancellation: Called regularly. An error that it throws ends the import, and nothing is written.
  package init(
    database: any QueryDatabase, skips: Bool, name: String, tell: @escaping (String) -> Void,
    checkCancellation: @escaping () throws -> Void
  ) {
    self.database = database
    self.skips = skips
    self.name = name
    self.tell = tell
    self.checkCancellation = checkCancellation
  }

  /// Imports a file. Throws an ``ImportIssue`` or the database's error. If it throws, nothing is written.
  package func run(path: String, into entity: String) throws -> ImportResult {
    var records = try reading { try SampledRecords(try stream(path)) }
    let types = ImportTypes(records.sample)
    guard !types.names.isEmpty else { throw noRecords(records.sample) }
    let target = try target(entity, types)
    show(target, types.names)
    var tally = Tally()
    try database.write(target.rows) {
      try nextRow(&records, target, &tally)
    } refusing: { reason, rowsSince in
      tally.written -= 1
      refuse(RecordIssue(line: tally.line(before: rowsSince), code: "constraint", message: reason), &tally)
    }
    return ImportResult(
      entity: target.entity, newTable: target.isNew ? target.rows.table : nil, written: tally.written,
      refused: tally.refused)
  }

  /// The next row that fits. Without `skips`, throws at the end of the file if a record did not fit.
  private func nextRow(
    _ records: inout SampledRecords, _ target: Target, _ tally: inout Tally
  ) throws -> [StoredValue]? {
    while true {
      if (tally.written + tally.refused + tally.withoutKey.count) % Self.checkInterval == 0 { try checkCancellation() }
      if tally.areWaitingOver, let row = tally.nextWithoutKey() { return row }
      switch try reading({ try records.next() }) {
      case .end:
        if let row = tally.nextWithoutKey() { return row }
        guard tally.refused == 0 || skips else { throw refusal(tally) }
        return nil
      case .broken(let issue): refuse(issue, &tally)
      case .record(let record):
        do {
          let row = try row(of: record, target)
          if let key = target.keyPosition, row[key] == .null, !tally.areWaitingOver {
            tally.withoutKey.append((row, record.line))
            continue
          }
          tally.add(rowOfLine: record.line)
          return row
        } catch let issue as RecordIssue {
          refuse(issue, &tally)
        }
      }
    }
  }

  private func row(of record: RecordReader.Record, _ target: Target) throws -> [StoredValue] {
    let fields = target.fields
    // The usual case, which is fast: the record's members are the fields in the same order.
    let isAligned =
      record.members.count == fields.count
      && zip(record.members, fields).allSatisfy { $0.name.hasSameScalars(as: $1.source) }
    var row: [StoredValue] = []
    row.reserveCapacity(fields.count)
    for (position, field) in fields.enumerated() {
      let member =
        isAligned ? record.members[position] : record.members.last { $0.name.hasSameScalars(as: field.source) }
      if member == nil, target.defaults.indices.contains(position), let given = target.defaults[position] {
        row.append(given)
        continue
      }
      let value = member?.value ?? .missing
      guard let stored = try field.stored(value) ?? fraction(value, for: field, target) else {
        throw RecordIssue(
          line: record.line, code: "import-value",
          message: "expected \(field.typeDescription) for “\(field.name)”, found \(Self.text(of: value))")
      }
      row.append(stored)
    }
    for (field, position) in target.repeated {
      let value = record.members.last { $0.name.hasSameScalars(as: field.source) }?.value ?? .missing
      guard let stored = field.stored(value), stored != .null, stored != row[position] else { continue }
      if row[position] == .null {
        row[position] = stored
        continue
      }
      let first = fields[position]
      let other = record.members.last { $0.name.hasSameScalars(as: first.source) }?.value ?? .missing
      throw RecordIssue(
        line: record.line, code: "import-value",
        message:
          "“\(first.source)” is \(Self.text(of: other)) and “\(field.source)” is \(Self.text(of: value)), but both refer to the same object"
      )
    }
    return row
  }

  /// A number with a fraction, for an integer column. Nil if the column contains no such number yet: then 7.5 is a mistake in the file.
  ///
  /// Some databases store 7.5 in a column of integers, and an export of the column contains it.
  private func fraction(
    _ value: RecordReader.Value, for field: ImportField, _ target: Target
  ) throws -> StoredValue? {
    guard !target.isNew, let stored = field.fraction(value) else { return nil }
    let column = ScalarString(field.column)
    if let known = target.fractions.known[column] { return known ? stored : nil }
    let number = QueryExpression.keyPath(QueryKeyPath(.key(field.name)))
    let hasFraction = QueryPredicate.comparison(QueryComparison(number, .notEqual, .call("floor", [number])))
    let query = EntityFetch(target.entity, where: hasFraction, limit: 1)
    let isFound = try !database.rows(of: query).rows.isEmpty
    target.fractions.known[column] = isFound
    return isFound ? stored : nil
  }

  private static func text(of value: RecordReader.Value) -> String {
    switch value {
    case .missing: "nothing"
    case .text(let text): "“\(CellText.shortened(text, to: 40))”"
    case .json(let json): CellText.shortened(JSONWriter.text(of: json), to: 40)
    }
  }
}

// The file and the entity.
extension ImportRun {
  private func stream(_ path: String) throws -> any RecordStream {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ImportIssue(
        code: "file", message: "“\(name)” cannot be used: \(String(cString: strerror(errno)))")
    }
    if path.lowercased().hasSuffix(".xml") {
      close(descriptor)
      let records = try reading { try XMLRecords(Data(contentsOf: URL(fileURLWithPath: path))) }
      if let kind = records.recordName {
        tell(
          "the elements that are read as records are \(kind); left out: \(listed(records.leftOut.map { "\($0.count) \($0.name)" }))"
        )
      }
      return records
    }
    return try reading { try FileRecords(descriptor: descriptor, format: RecordFormat(fileName: path)) }
  }

  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let issue as RecordIssue {
      throw ImportIssue(code: issue.code, message: "\(name):\(issue.line): \(issue.message)")
    } catch let failure as ReadFailure {
      throw ImportIssue(code: "file", message: "“\(name)” cannot be used: \(failure)")
    }
  }

  private func target(_ entityName: String, _ types: ImportTypes) throws -> Target {
    guard let entity = database.model.entity(spelled: entityName) else {
      let columns = types.attributes
      let distinct = Set(columns.map { $0.name.lowercased() })
      guard distinct.count == columns.count else {
        throw ImportIssue(
          code: "import-columns",
          message: "expected names that differ not only in upper and lower case, found \(listed(types.names))")
      }
      let new = columns.map { RowImport.NewColumn($0.name, $0.type) }
      return Target(
        rows: RowImport(table: entityName, columns: columns.map(\.name), newTable: new),
        fields: columns.map { ImportField(new: $0) }, entity: entityName, isNew: true,
        keyPosition: columns.firstIndex { $0.type == .integer && $0.name.lowercased() == "id" })
    }
    guard !entity.isReadOnly else {
      throw ImportIssue(code: "import-view", message: "\(entity.name) is a view, so rows cannot be imported into it")
    }
    var fields: [ImportField] = []
    var repeated: [(field: ImportField, position: Int)] = []
    var computed: [String] = []
    let filled = try database.filledColumns(ofTable: entity.table)
    for name in types.names {
      guard let field = ImportField(name, in: entity) else { continue }
      if case .computed? = filled.content(of: field.column) {
        computed.append(name)
        continue
      }
      guard let position = fields.firstIndex(where: { $0.column.hasSameScalars(as: field.column) }) else {
        fields.append(field)
        continue
      }
      let other = fields[position]
      guard other.isAttribute != field.isAttribute else {
        throw ImportIssue(
          code: "import-columns", message: "“\(other.source)” and “\(name)” both mean \(entity.name).\(field.name)",
          hint: "remove one of the two columns from the file")
      }
      // An exported file has a foreign key twice: as the attribute and as the relationship. The attribute determines how the column stores it.
      let (attribute, key) = field.isAttribute ? (field, other) : (other, field)
      fields[position] = attribute
      if attribute.isInteger { repeated.append((key, position)) }
    }
    fields = fields.map { $0.asAttribute(of: entity) }
    guard !fields.isEmpty else {
      throw ImportIssue(
        code: "import-columns",
        message: "\(entity.name) has no property with any name in “\(name)”: \(listed(types.names))",
        hint: "\(entity.name) has \(listed(entity.memberNames))")
    }
    return Target(
      rows: RowImport(
        table: entity.table, columns: fields.map(\.column),
        entity: entity.hierarchy.map { ($0.column, entity.kindInTable) }),
      fields: fields, repeated: repeated, entity: entity.name, isNew: false,
      defaults: fields.map { filled.value(of: $0.column) },
      computed: computed,
      keyPosition: entity.key.integerColumn.flatMap { key in
        fields.firstIndex { $0.column.hasSameScalars(as: key) }
      })
  }

  private func listed(_ names: [String]) -> String {
    names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}

extension [FilledColumn] {
  /// The content of a column, as SQL compares names; nil if the table does not fill the column.
  fileprivate func content(of column: String) -> FilledColumn.Content? {
    first { $0.column.isSameSQLName(as: column) }?.content
  }

  /// The default of a column; nil if it has none.
  fileprivate func value(of column: String) -> StoredValue? {
    if case .value(let value)? = content(of: column) { value } else { nil }
  }
}

// Messages.
extension ImportRun {
  private func show(_ target: Target, _ names: [String]) {
    let fields = target.fields.map { field -> String in
      switch field.kind {
      case _ where !field.name.hasSameScalars(as: field.source): "\(field.source) → \(field.name)"
      case .attribute(let attribute): "\(field.name) \(attribute.type.description)"
      case .key: "\(field.name) a key"
      }
    }
    let beginning = target.isNew ? "\(target.entity) is made" : target.entity
    tell("\(beginning): \(fields.joined(separator: ", "))")
    let used = target.fields + target.repeated.map(\.field)
    let known = used.map(\.source) + target.computed
    let left = names.filter { name in !known.contains { $0.hasSameScalars(as: name) } }
    if !target.computed.isEmpty { tell("the table computes: \(target.computed.joined(separator: ", "))") }
    if !left.isEmpty { tell("not imported: \(left.joined(separator: ", "))") }
  }

  private func refuse(_ issue: RecordIssue, _ tally: inout Tally) {
    tally.refused += 1
    if issue.code == "encoding" { tally.hasOtherEncoding = true }
    if tally.refused <= Self.toldIssues { tell("\(name):\(issue.line): \(issue.message)") }
  }

  private func refusal(_ tally: Tally) -> ImportIssue {
    let records = tally.refused == 1 ? "1 record does" : "\(tally.refused) records do"
    return ImportIssue(
      code: "import-records", message: "\(records) not fit, so nothing was imported",
      hint: tally.hasOtherEncoding
        ? encodingHint() : "add --skip to leave out the records that do not fit, and to import the others")
  }

  /// The error for a file without any record that can be read. It shows the reason for the first record.
  private func noRecords(_ sample: [RecordReader.Reading]) -> ImportIssue {
    let issues = sample.compactMap { if case .broken(let issue) = $0 { issue } else { nil } }
    guard let first = issues.first else {
      return ImportIssue(code: "import-empty", message: "expected records in “\(name)”, found none")
    }
    let separated: String? =
      first.code == "cell-count"
      ? "separate the cells with commas, or all with semicolons or tabs; each line must have as many cells as the heading"
      : nil
    return ImportIssue(
      code: "import-empty",
      message: "“\(name)” contains no record that can be read. In line \(first.line), \(first.message)",
      hint: issues.contains { $0.code == "encoding" } ? encodingHint(first) : separated)
  }

  /// The command that converts the file to UTF-8. Nothing in a file names the encoding of single bytes; ISO-8859-1 is only the most frequent one.
  private func encodingHint(_ issue: RecordIssue? = nil) -> String {
    if issue?.message.hasSuffix("UTF-16") == true {
      return "to convert the file, run iconv -f UTF-16 -t UTF-8 FILE > NEWFILE"
    }
    return "if the encoding of the file is Latin-1, run iconv -f ISO-8859-1 -t UTF-8 FILE > NEWFILE to convert it"
  }
}

package struct ImportResult {
  /// The entity that the records were written to.
  package let entity: String
  /// The name of the table that the import created; nil if the table existed.
  package let newTable: String?
  /// The number of records that were written.
  package let written: Int
  /// The number of records that were left out because they did not fit.
  package let refused: Int
}

/// Why nothing was imported.
package struct ImportIssue: Error {
  /// A stable word: `import-columns`.
  package let code: String
  /// One sentence for people, without a period.
  package let message: String
  package var hint: String?
}
