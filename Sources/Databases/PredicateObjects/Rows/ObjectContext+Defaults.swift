import GRDB
import PredicateModel
import PredicateSQLite

/// The defaults of columns.
extension ObjectContext {
  /// Gives a new object what the defaults of its table's columns say, where the model says nothing.
  ///
  /// A default that is no value of the attribute's type, or that this connection cannot evaluate, comes into the row when that is written.
  func takeDefaults(_ object: StoredObject) throws {
    let plan = object.plan
    for (index, columnDefault) in plan.defaults.enumerated() {
      let stored = try value(of: columnDefault, at: index, plan)
      switch columnDefault.place {
      case .attribute(let place):
        guard plan.entity.attributes[place].defaultValue == nil else { continue }
        let value = stored.map { plan.entity.attributes[place].value(of: $0) } ?? .null
        object.record?.values[place] = value
        if value.isNull, stored != .null { object.record?.defaulted.insert(place) }
      case .reference(let slot):
        if case .integer(let key)? = stored {
          object.record?.references[slot] = .key(key)
        } else if stored != .null {
          object.record?.defaulted.insert(plan.entity.attributes.count + slot)
        }
      }
    }
  }

  /// What a column stores by its default; nil where the default cannot be evaluated. Literals are evaluated once.
  private func value(of columnDefault: ColumnDefault, at index: Int, _ plan: EntityPlan) throws -> StoredValue? {
    if let known = defaultValues[plan.position][index] { return known }
    let found: StoredValue?
    do {
      found = try database.reader.read { try columnDefault.value(in: $0) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      found = nil
    } catch let error as DatabaseError {
      throw DatabaseIssue(error, path: database.name)
    }
    if columnDefault.isConstant { defaultValues[plan.position][index] = .some(found) }
    return found
  }
}

extension ColumnDefault {
  /// The value that a column stores.
  fileprivate func value(in database: Database) throws -> StoredValue {
    func first(_ sql: String, _ parameters: [StoredValue]) throws -> StoredValue {
      var found = StoredValue.null
      try RawStatement(database, sql).read(parameters) { found = $0.value(at: 0) }
      return found
    }
    let value = try first("SELECT (\(expression))", [])
    guard let castType else { return value }
    // SQLite converts a value only where nothing is lost.
    let cast = "CAST(?1 AS \(castType))"
    let stored = try first("SELECT CASE WHEN \(cast) = ?1 THEN \(cast) ELSE ?1 END", [value])
    if case .real(let number) = stored, castType == "NUMERIC", let whole = Int64(exactly: number) {
      return .integer(whole)
    }
    return stored
  }
}
