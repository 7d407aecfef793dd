import PredicateModel
import PredicateValues

/// A row as the evaluator meets it: where it stands, and the rows it stands among.
struct RowObject: SelfComparingObject {
  let storage: GraphStorage
  let entity: Int
  let row: Int

  private var table: GraphTable { storage.tables[entity] }

  var entityName: String { table.entity.name }

  var reference: ObjectReference? {
    table.references[row].map { ObjectReference(entity: table.entity.referenceName, key: $0) }
  }

  var keys: [String] { table.entity.memberNames }

  func value(forKey key: String) -> QueryValue? {
    switch table.member(named: key) {
    case .attribute(let index): table.rows[row][index]
    case .relationship(let index): value(of: index)
    case .key: table.references[row].map { .integer($0) } ?? .null
    case nil: nil
    }
  }

  /// Rows that nothing names are the same only where they are one row. A row of a hierarchy is one object, whichever entity it was found by.
  func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = other as? RowObject, storage === other.storage else { return false }
    if table.entity.hierarchy != nil, let reference { return other.reference == reference }
    return entity == other.entity && row == other.row
  }

  func hashItself(into hasher: inout Hasher) -> Bool {
    if table.entity.hierarchy != nil, let reference {
      hasher.combine(reference)
      return true
    }
    hasher.combine(entity)
    hasher.combine(row)
    return true
  }

  private func value(of relationship: Int) -> QueryValue {
    let link = table.links[relationship]
    if storage.tables[link.destination].failure != nil {
      return .object(UnusableValue(.unreadableTable(storage.tables[link.destination].entity.table)))
    }
    switch link.cardinality {
    case .toOne: return link.rows[row].first.map { object(link.destination, $0) } ?? .null
    case .toMany: return .array(link.rows[row].map { object(link.destination, $0) })
    }
  }

  private func object(_ entity: Int, _ row: Int) -> QueryValue {
    .object(RowObject(storage: storage, entity: entity, row: row))
  }
}

extension PredicateIssue {
  /// Objects of a table that could not be read are needed.
  fileprivate static func unreadableTable(_ table: String) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "unreadable-table", message: "the rows of the table “\(table)” cannot be read")
  }
}
