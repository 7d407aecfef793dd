import PredicateModel
import PredicateSyntax

/// What a file that is written as a whole holds: the model, and the rows of its tables.
struct StoreContents {
  /// A row: the columns that are not NULL.
  typealias Row = [(column: String, value: StoredValue)]

  /// The rows of a table.
  struct Table {
    let name: String
    var rows: [Row] = []
  }

  static let formatName = "openpredicate"
  static let modelName = "model"
  static let tablesName = "tables"
  /// The form that this version writes, and the latest that it reads.
  static let format: Int64 = 1

  let model: DataModel
  let tables: [Table]

  /// The contents as a file has them.
  ///
  /// - Throws: ``ModelIssue`` where the model cannot be written.
  func root(_ format: WholeFormat) throws(ModelIssue) -> StoreNode {
    let forms = format == .json ? ColumnForms(model) : ColumnForms()
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

  /// Reads what ``root(_:)`` makes.
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
      throw StoreFileDamage("expected the number of a form", at: Self.formatName)
    }
    guard format <= Self.format else {
      throw StoreFileDamage(
        "the file is of form \(format), and this version reads forms up to \(Self.format)", at: Self.formatName)
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
        throw StoreFileDamage("the table is there twice", at: "\(Self.tablesName).\(name)")
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
            throw StoreFileDamage("the column is there twice", at: "\(place).\(column)")
          }
          guard let stored = forms.value(of: value, name, column) else {
            throw StoreFileDamage("\(value.word) is no value of the column", at: "\(place).\(column)")
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
