import PredicateModel
import PredicateValues

/// The content of a file that is written as a whole: the model, and the rows of its tables.
struct StoreContents {
  /// A row: the columns that are not NULL.
  typealias Row = [(column: String, value: StoredValue)]

  struct Table {
    let name: String
    var rows: [Row] = []
  }

  static let formatName = "openpredicate"
  static let modelName = "model"
  static let tablesName = "tables"
  /// The version of the file format that this version writes, and the latest one that it reads.
  static let format: Int64 = 1

  let model: DataModel
  let tables: [Table]

  /// The content as a value to write to a file.
  ///
  /// - Throws: ``ModelIssue`` if the model cannot be written.
  func root(_ kind: StoreKind) throws(ModelIssue) -> StoreNode {
    let forms = kind == .json ? ColumnForms(model) : ColumnForms()
    return .dictionary([
      StoreMember(Self.formatName, .integer(Self.format)),
      StoreMember(Self.modelName, .text(try model.fileText())),
      StoreMember(
        Self.tablesName,
        .dictionary(
          tables.map { table in
            let rows = table.rows.map { row in
              StoreNode.dictionary(
                row.map { StoreMember($0.column, forms.node(of: $0.value, table.name, $0.column)) })
            }
            return StoreMember(table.name, .list(rows))
          })),
    ])
  }

  init(_ root: StoreNode) throws(StoreFileDamage) {
    guard case .dictionary(let members) = root else {
      throw StoreFileDamage("expected a dictionary, found \(root.word)", at: "the outermost value")
    }
    func member(_ name: String) throws(StoreFileDamage) -> StoreNode {
      let found = members.filter { $0.name.hasSameScalars(as: name) }
      guard let only = found.first, found.count == 1 else {
        throw StoreFileDamage("“\(name)” is \(found.isEmpty ? "missing" : "there twice")", at: "the outermost value")
      }
      return only.value
    }
    let names = [Self.formatName, Self.modelName, Self.tablesName]
    if let other = members.first(where: { member in !names.contains { $0.hasSameScalars(as: member.name) } }) {
      throw StoreFileDamage("“\(other.name)” means nothing there", at: "the outermost value")
    }
    guard case .integer(let format) = try member(Self.formatName), format > 0 else {
      throw StoreFileDamage("expected the version of the format", at: Self.formatName)
    }
    guard format <= Self.format else {
      throw StoreFileDamage(
        "the file has format version \(format), but this version of the library reads only versions up to \(Self.format)",
        at: Self.formatName)
    }
    guard case .text(let text) = try member(Self.modelName) else {
      throw StoreFileDamage("expected a model", at: Self.modelName)
    }
    do throws(ModelIssue) {
      model = try DataModel(jsonText: text)
    } catch {
      throw StoreFileDamage(error.description, at: Self.modelName)
    }
    let listed = try member(Self.tablesName)
    guard case .dictionary(let tables) = listed else {
      throw StoreFileDamage("expected a dictionary, found \(listed.word)", at: Self.tablesName)
    }
    let forms = ColumnForms(model)
    let known = StoreTables(model).names
    var read: [Table] = []
    for member in tables {
      let (name, value) = (member.name, member.value)
      guard known.contains(where: { $0.isSameSQLName(as: name) }) else {
        throw StoreFileDamage("the model has no such table", at: "\(Self.tablesName).\(name)")
      }
      guard !read.contains(where: { $0.name.isSameSQLName(as: name) }) else {
        throw StoreFileDamage("the table occurs twice", at: "\(Self.tablesName).\(name)")
      }
      guard case .list(let rows) = value else {
        throw StoreFileDamage("expected a list of rows, found \(value.word)", at: "\(Self.tablesName).\(name)")
      }
      var table = Table(name: name)
      table.rows.reserveCapacity(rows.count)
      for (index, row) in rows.enumerated() {
        let place = "\(Self.tablesName).\(name)[\(index)]"
        guard case .dictionary(let columns) = row else {
          throw StoreFileDamage("expected a row, found \(row.word)", at: place)
        }
        var values: Row = []
        values.reserveCapacity(columns.count)
        for member in columns {
          let (column, value) = (member.name, member.value)
          guard !values.contains(where: { $0.column.isSameSQLName(as: column) }) else {
            throw StoreFileDamage("the column occurs twice", at: "\(place).\(column)")
          }
          guard let stored = forms.value(of: value, name, column) else {
            throw StoreFileDamage("\(value.word) is not a valid value of the column", at: "\(place).\(column)")
          }
          values.append((column, stored))
        }
        table.rows.append(values)
      }
      read.append(table)
    }
    self.tables = read
  }

  init(model: DataModel, tables: [Table]) {
    self.model = model
    self.tables = tables
  }
}

/// The columns whose values are written in a form that people can read: `true` for 1, `2026-02-17T10:46:00Z` for seconds.
struct ColumnForms {
  private enum Form {
    case boolean
    case date
  }

  private var forms: [ScalarString: [ScalarString: Form]] = [:]

  /// No column is written in another form.
  init() {}

  init(_ model: DataModel) {
    for entity in model.entities {
      for attribute in entity.attributes {
        let form: Form? =
          switch attribute.storage {
          case .zeroOrOne: .boolean
          case .secondsSince2001: .date
          default: nil
          }
        if let form { forms[ScalarString(entity.table), default: [:]][ScalarString(attribute.column)] = form }
      }
    }
  }

  /// A stored value as it is written to a file. A date stays a number if its text would not read back as exactly the same seconds.
  func node(of value: StoredValue, _ table: String, _ column: String) -> StoreNode {
    let form = forms[ScalarString(table)]?[ScalarString(column)]
    switch (form, value) {
    case (.boolean, .integer(let number)) where number == 0 || number == 1: return .boolean(number == 1)
    case (.date, .real(let seconds)):
      let text = ISODate.format(seconds)
      guard let read = ISODate.parse(text), read.bitPattern == seconds.bitPattern else { return .real(seconds) }
      return .text(text)
    case (_, .null): return .null
    case (_, .integer(let number)): return .integer(number)
    case (_, .real(let number)): return .real(number)
    case (_, .text(let text)): return .text(text)
    case (_, .blob(let bytes)): return .data(bytes)
    }
  }

  /// The stored value for a value of a file; nil if it is not a value of the column.
  func value(of node: StoreNode, _ table: String, _ column: String) -> StoredValue? {
    switch node {
    case .null: return .null
    case .boolean(let truth):
      guard case .boolean? = forms[ScalarString(table)]?[ScalarString(column)] else { return nil }
      return .integer(truth ? 1 : 0)
    case .integer(let number): return .integer(number)
    case .real(let number): return number.isNaN ? nil : .real(number)
    case .text(let text):
      guard case .date? = forms[ScalarString(table)]?[ScalarString(column)] else { return .text(text) }
      return ISODate.parse(text).map { .real($0) }
    case .data(let bytes): return .blob(bytes)
    case .list, .dictionary: return nil
    }
  }
}
