import Foundation
import GRDB
import PredicateDatabases
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// Whether a batch follows the rules of the classes that the tables do not enforce.
public enum BatchRules: Sendable, Hashable {
  /// The batch creates, changes or deletes objects in a separate context and saves them. Hooks run, and conditions, delete rules and inverses apply.
  case respected
  /// The batch writes rows by SQL. Only the rules of the tables apply: NOT NULL, UNIQUE, foreign keys. Tables made for classes have foreign keys that
  /// follow the delete rules; a relationship with the rule `deny` makes the batch fail.
  case skipped
}

/// Changes many rows without returning objects.
///
/// A batch is one transaction. It neither reads nor writes the unsaved changes of the context. Saving a change of a row that a batch has written is a
/// conflict (``ConflictPolicy``). Objects without changes show the new rows afterwards. A batch removes the steps of undoing and redoing.
extension ObjectContext {
  /// Deletes the objects of a class that meet a condition, or all of them.
  ///
  /// ```swift
  /// try context.batchDelete(Visit.self, "day < \(limit)")                  // with the delete rules and hooks of Visit
  /// try context.batchDelete(Visit.self, "day < \(limit)", rules: .skipped) // one DELETE statement
  /// ```
  ///
  /// - Returns: The number of objects that met the condition.
  /// - Throws: ``SaveFailure``, ``StoreIssue``, a `PredicateIssue`, a `DatabaseIssue`, errors of hooks. Nothing is written in these cases.
  @discardableResult
  public func batchDelete<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, rules: BatchRules = .respected
  ) throws -> Int {
    try batchDelete(type, predicate(format), rules: rules)
  }

  /// Deletes the objects of a class that meet a predicate; see `batchDelete` with a format.
  @discardableResult
  @_disfavoredOverload
  public func batchDelete<Object: StoredObject>(
    _ type: Object.Type, _ condition: QueryPredicate?, rules: BatchRules = .respected
  ) throws -> Int {
    let entity = try batchEntity(of: type)
    if rules == .respected {
      return try batch { context in
        let found = try context.fetch(type, condition)
        try context.group { for object in found { try context.delete(object) } }
        return found.count
      }
    }
    return try batch(on: entity) { try rows(of: entity, where: condition).deleteAll($0) }
  }

  /// Sets attributes and to-one relationships to the same values in the objects of a class that meet a condition, or in all of them.
  ///
  /// ```swift
  /// try context.batchUpdate(Movie.self, "year < 1950", set: ["genre": "classic", "rating": nil])
  /// try context.batchUpdate(Movie.self, set: ["lentToFriend": .reference(anna.id.reference)], rules: .skipped)
  /// ```
  ///
  /// - Returns: The number of objects that met the condition.
  /// - Throws: As ``batchDelete(_:_:rules:)``.
  @discardableResult
  public func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, set values: [String: QueryValue?], rules: BatchRules = .respected
  ) throws -> Int {
    try batchUpdate(type, where: predicate(format), values, rules)
  }

  /// Sets attributes and to-one relationships of the objects that meet a predicate to the same values; see `batchUpdate` with a format.
  @discardableResult
  public func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, _ condition: QueryPredicate, set values: [String: QueryValue?],
    rules: BatchRules = .respected
  ) throws -> Int {
    try batchUpdate(type, where: condition, values, rules)
  }

  func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, where condition: QueryPredicate?, _ values: [String: QueryValue?], _ rules: BatchRules
  ) throws -> Int {
    let entity = try batchEntity(of: type)
    let places = try values.map { (place: try BatchPlace($0.key, of: entity, self), value: $0.value ?? .null) }
    if rules == .respected {
      return try batch { context in
        let found = try context.fetch(type, condition)
        try context.group { for object in found { for (place, value) in places { try place.set(value, of: object) } } }
        return found.count
      }
    }
    let assignments = try places.map { place, value in
      // The quotes are removed, because GRDB adds its own quotes to a name without escaping it.
      let name = try place.column(isNew: false).quotedIdentifier.dropFirst().dropLast()
      return Column(String(name)).set(to: try place.stored(value).literal)
    }
    if assignments.isEmpty { return 0 }
    return try batch(on: entity) { try rows(of: entity, where: condition).updateAll($0, assignments) }
  }

  /// Creates an object from each row of values.
  ///
  /// ```swift
  /// try context.batchInsert(Book.self, lines.map { ["isbn": .string($0.isbn), "title": .string($0.title)] })
  /// try context.batchInsert(Book.self, rows, updatingBy: ["isbn"], rules: .skipped)   // INSERT … ON CONFLICT ("isbn") DO UPDATE
  /// ```
  ///
  /// - Parameters:
  ///   - rows: Values of attributes and to-one relationships by their names. Other attributes have their default values.
  ///   - names: Attributes whose values identify an object. An existing object with these values of a row gets the row's other values. With
  ///     `.skipped`, a UNIQUE constraint must have exactly these attributes. Empty to create a new object from each row.
  /// - Returns: The number of rows.
  /// - Throws: As ``batchDelete(_:_:rules:)``.
  @discardableResult
  public func batchInsert<Object: StoredObject>(
    _ type: Object.Type, _ rows: some Sequence<[String: QueryValue]>, updatingBy names: [String] = [],
    rules: BatchRules = .respected
  ) throws -> Int {
    let entity = try batchEntity(of: type)
    if rules == .respected {
      return try batch { context in
        let entity = try context.classes.entity(of: type)
        var known: [[StoredValue]: StoredObject] = [:]
        var count = 0
        try context.group {
          for row in rows {
            count += 1
            let unique = try context.uniqueValues(of: names.map { ($0, row[$0] ?? .null) }, entity)
            let object = try known[unique.values] ?? context.rowOwner(of: unique, entity) ?? context.insert(type)
            if !unique.values.contains(.null), !names.isEmpty { known[unique.values] = object }
            for (name, value) in row { try BatchPlace(name, of: object.plan, context).set(value, of: object) }
          }
        }
        return count
      }
    }
    guard !entity.entity.isAbstract else { throw StoreIssue(.abstractEntity, "\(entity.entity.name) is abstract") }
    guard names.isEmpty || entity.line.count == 1 else {
      throw StoreIssue(
        .unchangeable,
        "updatingBy needs the argument rules: .respected, because \(entity.entity.name) inherits its table")
    }
    let unique = try names.map { try BatchPlace($0, of: entity, self).column(isNew: true) }
    return try batch(on: entity) { connection in
      var insertion: BatchInsertion?
      var count = 0
      for row in rows {
        count += 1
        if insertion?.fits(row) != true {
          insertion = try BatchInsertion(row.keys.sorted(), entity, self, unique, connection)
        }
        try insertion?.run(row)
      }
      return count
    }
  }

  /// The object with given values in unique attributes: an object of the context or of the database, otherwise a new one.
  ///
  /// ```swift
  /// let book = try context.upsert(Book.self, by: ["isbn": "0-15-601219-7"])
  /// book.title = "The Little Prince"
  /// try context.save()
  /// ```
  ///
  /// If another process inserts an object with the values before the save, saving reports `not-unique`.
  ///
  /// - Throws: As ``insert(_:)``, and a `DatabaseIssue`.
  public func upsert<Object: StoredObject>(_ type: Object.Type, by values: [String: QueryValue]) throws -> Object {
    let entity = try classes.entity(of: type)
    let unique = try uniqueValues(of: values.map { ($0.key, $0.value) }, entity)
    if !unique.values.contains(.null), !values.isEmpty {
      let changed = try touched.first { object in
        try !object.isDeleted && object.plan.isKind(of: entity.position)
          && entity.stored(loadedRecord(of: object), unique.places) == unique.values
      }
      if let known = try changed ?? rowOwner(of: unique, entity), let object = known as? Object { return object }
    }
    return try group {
      let object = try insert(type)
      for (name, value) in values { try object.set(name, to: value) }
      return object
    }
  }

  // MARK: Parts

  private func batchEntity(of type: StoredObject.Type) throws -> EntityPlan {
    let entity = try classes.entity(of: type)
    guard isWritable else { throw StoreIssue(.readOnly, "“\(database.name)” was opened for reading only") }
    if let obstacle = entity.obstacle { throw StoreIssue(.unchangeable, obstacle) }
    guard undoLog.openStart == nil else {
      throw StoreIssue(.unchangeable, "a batch cannot be part of an undo group, because it cannot be undone")
    }
    try refreshStore()
    return entity
  }

  private func uniqueValues(
    of row: [(name: String, value: QueryValue)], _ entity: EntityPlan
  ) throws -> (places: [Int], values: [StoredValue]) {
    let places = try row.map { try BatchPlace($0.name, of: entity, self) }
    return (try places.map { try $0.attribute }, try zip(places, row).map { try $0.stored($1.value) })
  }

  /// The object that has unique values in the database and still has them in the context; nil if there is none.
  private func rowOwner(
    of unique: (places: [Int], values: [StoredValue]), _ entity: EntityPlan
  ) throws -> StoredObject? {
    if unique.values.isEmpty || unique.values.contains(.null) { return nil }
    return try rowOwner(of: unique.values, unique.places, entity, beside: nil)
  }

  /// The rows of an entity's objects that meet a predicate, or all of its objects, for GRDB to delete or to update.
  private func rows(of entity: EntityPlan, where predicate: QueryPredicate?) throws -> QueryInterfaceRequest<Row> {
    let all = Table(entity.entity.table).all()
    // The entities of a hierarchy share a table, so the rows are found by their keys.
    if entity.line.count > 1, let key = entity.keyColumn {
      let keys = try database.request(for: EntityFetch(entity.entity.name, where: predicate), form: .keys)
      return all.filter(keys.contains(Column(key)))
    }
    return try predicate.map { try all.filter(matching: $0, in: database) } ?? all
  }

  /// Runs a batch on objects, in a separate context.
  private func batch(_ body: (ObjectContext) throws -> Int) throws -> Int {
    let context = try ObjectContext(database, classes: classes.types, conflicts: conflicts)
    context.undoLimit = 0
    let count = try body(context)
    try context.save()
    showRows()
    return count
  }

  /// Runs a batch by SQL, without objects.
  @discardableResult
  private func batch(on entity: EntityPlan, _ body: (Database) throws -> Int) throws -> Int {
    guard !entity.isOfCoreData else {
      throw StoreIssue(
        .unchangeable,
        "“\(entity.entity.table)” is a table of Core Data, so a batch needs the argument rules: .respected")
    }
    var count = 0
    do {
      try writeStore { records in
        count = try body(SQLiteRecords.connection(of: records))
        return true
      }
    } catch let refusal as StorageRefusal {
      throw StoreIssue(.unchangeable, "the database refuses the batch: \(refusal.message)")
    }
    showRows()
    return count
  }

  /// Drops the values of objects without changes, so that they are read again.
  private func showRows() {
    noteChange()
    undoLog.removeAll()
    redoGroups = []
    for object in link.allObjects where !object.isTouched {
      object.forgetValues()
      object.isMissing = false
    }
    forgetAllLists()
    noteChangeOfMembers()
  }
}

/// The target of a batch's values: an attribute, or the foreign key of a to-one relationship.
private struct BatchPlace {
  private let name: String
  private let plan: EntityPlan
  private let member: EntityPlan.Member
  /// The index of a direct foreign key, and the entity name in references to its objects; nil for an attribute.
  private let foreignKey: (slot: Int, entity: String)?
  private let classes: ClassTable

  init(_ name: String, of plan: EntityPlan, _ context: ObjectContext) throws(StoreIssue) {
    self.name = name
    classes = context.classes
    self.plan = plan
    member = try plan.member(named: name)
    guard case .link(let index) = member, case .reference(let slot) = plan.links[index].storage,
      plan.foreignKeys[slot].isDirect
    else {
      foreignKey = nil
      return
    }
    foreignKey = (slot, context.plan.entities[plan.foreignKeys[slot].destination].entity.referenceName)
  }

  /// The position of the attribute.
  var attribute: Int {
    get throws(StoreIssue) {
      guard case .attribute(let index) = member else {
        throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) is not an attribute")
      }
      return index
    }
  }

  /// - Parameter isNew: Whether the row is new, so that its key may be set.
  func column(isNew: Bool) throws(StoreIssue) -> String {
    if let foreignKey {
      let key = plan.foreignKeys[foreignKey.slot]
      guard key.orderColumn == nil else {
        throw StoreIssue(
          .unchangeable,
          "\(plan.entity.name).\(name) is part of an ordered relationship, so a batch needs the argument rules: .respected"
        )
      }
      return key.column
    }
    let index = try attribute
    if plan.givenAttributes.contains(index) || !isNew && index == plan.keyAttribute {
      throw StoreIssue(.computed, "\(plan.entity.name).\(name) cannot be set")
    }
    return plan.entity.attributes[index].column
  }

  func stored(_ value: QueryValue) throws(StoreIssue) -> StoredValue {
    guard let foreignKey else {
      let attribute = plan.entity.attributes[try self.attribute]
      let accepted = attribute.accepting(value)
      try classes.check(accepted ?? value, forAttribute: try self.attribute, of: plan)
      guard let accepted else { throw StoreIssue.refused(value, by: "\(plan.entity.name).\(name)") }
      return attribute.stored(accepted) ?? .null
    }
    if value.isNull { return .null }
    if case .reference(let reference) = value, reference.entity.hasSameScalars(as: foreignKey.entity) {
      return .integer(reference.key)
    }
    throw StoreIssue(.wrongType, "\(plan.entity.name).\(name) cannot hold \(value.type)")
  }

  func set(_ value: QueryValue, of object: StoredObject) throws {
    guard case .link = member else { return try object.set(name, to: value) }
    try object.setObject(object.usableContext().storedObjects(in: value)?.first, of: name)
  }
}

/// The statement for new rows with the same attributes.
private struct BatchInsertion {
  private let places: [(name: String, place: BatchPlace)]
  private let front: [StoredValue]
  private let defaults: [StoredValue]
  private let statement: RawStatement

  init(
    _ names: [String], _ plan: EntityPlan, _ context: ObjectContext, _ unique: [String], _ connection: Database
  ) throws {
    places = try names.map { ($0, try BatchPlace($0, of: plan, context)) }
    let given = try places.map { try $0.place.column(isNew: true) }
    var columns = given
    // If a row has no value for its integer key, NULL is inserted, for which SQLite assigns a key.
    let hasKey = plan.keyColumn == nil || columns.contains { $0.isSameSQLName(as: plan.keyColumn ?? "") }
    front = hasKey ? [] : [.null]
    if !hasKey, let key = plan.keyColumn { columns.insert(key, at: 0) }
    var defaults: [StoredValue] = []
    for index in plan.plainAttributes where !plan.newValues[index].isNull {
      let column = plan.entity.attributes[index].column
      if columns.contains(where: { $0.isSameSQLName(as: column) }) { continue }
      columns.append(column)
      defaults.append(plan.forms[index].stored(plan.newValues[index]))
    }
    if let column = plan.entityColumn {
      columns.append(column)
      defaults.append(plan.entity.kindInTable)
    }
    self.defaults = defaults
    var sql = columns.insertion(into: plan.entity.table)
    if !unique.isEmpty {
      let updates = given.map { "\($0.quotedIdentifier) = excluded.\($0.quotedIdentifier)" }
      sql += " ON CONFLICT (\(unique.quotedList)) DO UPDATE SET \(updates.joined(separator: ", "))"
    }
    statement = try RawStatement(connection, sql)
  }

  func fits(_ row: [String: QueryValue]) -> Bool {
    row.count == places.count && places.allSatisfy { row[$0.name] != nil }
  }

  func run(_ row: [String: QueryValue]) throws {
    var values = front
    values.reserveCapacity(front.count + places.count + defaults.count)
    for (name, place) in places { values.append(try place.stored(row[name] ?? .null)) }
    try statement.run(values + defaults)
  }
}

extension StoredValue {
  /// The value in a GRDB request. A text that contains a NUL is passed as bytes, because GRDB ends a text at a NUL.
  fileprivate var literal: SQL {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text) where text.utf8.contains(0): "CAST(\(Data(text.utf8)) AS TEXT)"
    case .text(let text): "\(text)"
    case .blob(let bytes): "\(Data(bytes))"
    }
  }
}
