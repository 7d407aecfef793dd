import PredicateModel
import PredicateValues

/// The columns of a key or of a foreign key, by their names in the database.
package struct KeyColumns: Sendable {
  package let columns: [String]
  package let table: String
}

/// Identifies a row: by its reference with the name of the row's own entity, or by the values of its key.
enum RowName: Hashable {
  case reference(ObjectReference)
  case key(RowKey)
}

/// Values of some attributes that identify a row of an entity.
struct RowKey: Hashable {
  let entity: ScalarString
  let names: [ScalarString]
  let values: [ValueKey]
}

/// A to-one relationship to objects without an integer key: its foreign key and the destination's key, as attributes.
struct KeyLink: Sendable {
  /// The entity of the objects.
  let destination: String
  /// The attributes of the foreign key.
  let names: [String]
  /// The attributes of the key in the destination.
  let keyNames: [String]
  /// Whether an attribute of the foreign key may read as nil although its column has a value.
  let mayHideKey: Bool

  /// The foreign key of a relationship; nil if its columns are not attributes, or if the rows that it refers to have references.
  init?(
    _ relationship: Relationship, of entity: Entity, in model: DataModel,
    _ areAlike: (_ foreign: KeyColumns, _ key: KeyColumns) -> Bool
  ) {
    guard case .foreignKey(let columns) = relationship.storage,
      let destination = model.entity(named: relationship.destination), destination.key.referenceColumn == nil
    else { return nil }
    let key = relationship.referencedColumns ?? destination.key.columns
    guard !key.isEmpty, key.count == columns.count, let names = Self.names(of: columns, in: entity),
      let keyNames = Self.names(of: key, in: destination),
      areAlike(KeyColumns(columns: columns, table: entity.table), KeyColumns(columns: key, table: destination.table)),
      zip(names, keyNames).allSatisfy({ own, other in
        Self.mayBeEqual(entity.attribute(named: own), destination.attribute(named: other))
      })
    else { return nil }
    self.destination = destination.name
    self.names = names
    self.keyNames = keyNames
    mayHideKey = names.contains { entity.attribute(named: $0)?.isTrusted != true }
  }

  /// The key of the object with some values.
  func key(_ values: [ValueKey]) -> RowKey {
    RowKey(entity: ScalarString(destination), names: keyNames.map(ScalarString.init), values: values)
  }

  /// Whether two attributes may have equal values. A column that converts texts to numbers has texts for the language, but the database compares it
  /// with integers as a number.
  private static func mayBeEqual(_ foreign: Attribute?, _ key: Attribute?) -> Bool {
    guard let own = foreign?.type.family, let other = key?.type.family else { return true }
    return own == other
  }

  /// The names of the attributes in some columns; nil if a column is not an attribute.
  static func names(of columns: [String], in entity: Entity) -> [String]? {
    var names: [String] = []
    for column in columns {
      guard
        let attribute = entity.attributes.first(where: { $0.column.hasSameScalars(as: column) })
          ?? entity.attributes.first(where: { $0.column.isSameSQLName(as: column) })
      else { return nil }
      names.append(attribute.name)
    }
    return names
  }
}

/// A row that a statement fetched. It does not refer to the `LinkedRows` that contain it, so there is no reference cycle.
final class LinkedRecord: Sendable {
  let entity: Entity
  let reference: ObjectReference?
  /// The attributes of the row's key; nil if the entity has no key, or if a column of the key is not an attribute.
  private let keyNames: [String]?
  /// The number of the statement that fetched the row, and the position of the row in the statement's result.
  let statement: Int, place: Int
  /// The number of the row among the rows of all statements, in the order in which they were fetched.
  let number: Int
  /// The values of the attributes and of the to-one relationships.
  let values: [QueryValue]
  /// The values of the row's key, or the integer that identifies the row. Nil for a row without a key, and for a key that cannot be read.
  let key: [ValueKey]?
  /// The positions of the values by the names of their columns.
  let columns: [ScalarString: Int]

  init(
    entity: Entity, reference: ObjectReference?, keyNames: [String]?, statement: Int, place: Int, number: Int,
    values: [QueryValue],
    columns: [ScalarString: Int]
  ) {
    (self.entity, self.reference, self.values, self.columns) = (entity, reference, values, columns)
    self.keyNames = keyNames
    (self.statement, self.place, self.number) = (statement, place, number)
    key =
      if let reference { [ValueKey(.integer(reference.key))] } else {
        keyNames.flatMap { Self.values(of: $0, columns, values) }
      }
  }

  /// The value of a column; nil if the row has no column of that name.
  func column(_ name: String) -> QueryValue? { columns[ScalarString(name)].map { values[$0] } }
}

extension LinkedRecord {
  /// The identity of the row; nil for a row without a key, or with a key that cannot be read.
  var name: RowName? {
    if let reference { return .reference(reference.named(entity.name)) }
    guard let key, let keyNames else { return nil }
    return .key(RowKey(entity: ScalarString(entity.name), names: keyNames.map(ScalarString.init), values: key))
  }

  /// The reason why no relationship of the row can be followed.
  var whyNotFollowed: String {
    if let attribute = unreadableKey {
      return "a row of \(entity.name) has a key that predicates cannot read: its \(attribute) is nil or NaN"
    }
    return name != nil
      ? "no condition can contain the key of a row of \(entity.name), such as an infinite date"
      : "the rows of \(entity.name) have no key by which the database finds them"
  }

  /// The attribute of the row's key that reads as nil; nil if the row's entity has no key, or if the whole key can be read.
  var unreadableKey: String? {
    keyNames?.first { name in columns[ScalarString(name)].map { values[$0].isNull } ?? false }
  }

  /// The values of some attributes; nil if one of them is nil.
  func values(of names: [String]) -> [ValueKey]? { Self.values(of: names, columns, values) }

  private static func values(
    of names: [String], _ columns: [ScalarString: Int], _ values: [QueryValue]
  ) -> [ValueKey]? {
    var found: [ValueKey] = []
    for name in names {
      guard let place = columns[ScalarString(name)], !values[place].isNull else { return nil }
      found.append(ValueKey(values[place]))
    }
    return found
  }

  /// The key of the object that the row's foreign key refers to; nil if the foreign key is nil.
  func foreignKey(_ link: KeyLink) -> RowKey? { values(of: link.names).map(link.key) }
}

extension LinkedRow: KeyedObject {
  /// The values of ``Entity/objectKey``. Empty for a row without a key, and for a row whose statement did not fetch them.
  package var keyValues: [QueryValue] {
    let entity = record.entity
    if entity.isNumbered { return record.reference.map { [.integer($0.key)] } ?? [] }
    let values = entity.objectKey.compactMap { record.column($0.name) }
    return values.count == entity.objectKey.count && !values.contains { $0.isNull } ? values : []
  }

  /// The row as written in the language, `Friend[3]`; nil for a row without a key.
  package var label: String? {
    let key = keyValues
    return key.isEmpty ? nil : record.entity.label(ofKey: key)
  }

  /// The text that identifies the object for people; nil if there is none.
  package var title: String? { record.entity.title { record.column($0.name) } }
}

extension LinkedRows {
  static func list(_ references: some Sequence<ObjectReference>) -> QueryExpression {
    .aggregate(references.map { .literal(.object($0)) })
  }

  static func noInverse(_ entity: String) -> PredicateIssue {
    .error(
      "no-inverse", nil,
      "the database cannot follow a relationship of \(entity), because the relationship has no inverse",
      kind: .unsupported)
  }

  /// The greatest number of keys in one statement. It is smaller for keys of several columns, because each such key makes the condition deeper.
  static func partSize(_ link: KeyLink) -> Int { link.names.count == 1 ? 2_000 : 200 }

  /// The condition that the attributes `names`, of the object or of a variable, have one of several lists of values.
  static func condition(
    _ names: [String], _ keys: [[ValueKey]], of base: QueryExpression? = nil
  ) -> QueryPredicate {
    func value(_ name: String) -> QueryExpression {
      base.map { .path($0, QueryKeyPath(.key(name))) } ?? path([name])
    }
    func isEqual(_ name: String, _ key: ValueKey) -> QueryPredicate {
      .comparison(QueryComparison(value(name), .equal, constant(key)))
    }
    guard let last = names.last, !keys.isEmpty else { return .literal(false) }
    var order: [[ValueKey]] = []
    var groups: [[ValueKey]: [ValueKey]] = [:]
    for key in keys {
      let first = Array(key.dropLast())
      if groups[first] == nil { order.append(first) }
      groups[first, default: []] += key.suffix(1)
    }
    let parts = order.map { first -> QueryPredicate in
      let list = QueryExpression.aggregate((groups[first] ?? []).map { constant($0) })
      let isListed = QueryPredicate.comparison(QueryComparison(value(last), .in, list))
      if first.isEmpty { return isListed }
      return .and(zip(names, first).map { isEqual($0, $1) } + [isListed])
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  /// The condition that an object refers to a row by the inverse of a relationship.
  static func isRelated(by inverse: Relationship, to owner: RowName) -> QueryPredicate {
    let isToMany = inverse.cardinality == .toMany
    switch owner {
    case .reference(let reference):
      let (path, object) = (path([inverse.name]), QueryExpression.literal(.object(reference)))
      return .comparison(
        isToMany ? QueryComparison(path, .equal, object, quantifier: .any) : QueryComparison(path, .equal, object))
    case .key(let key):
      let parts = zip(key.names.map(\.text), key.values)
      guard isToMany else { return .and(parts.map { isEqual([inverse.name, $0], $1) }) }
      let variable = QueryExpression.variable("owner")
      let isOwner = parts.map { name, value -> QueryPredicate in
        .comparison(QueryComparison(.path(variable, QueryKeyPath(.key(name))), .equal, constant(value)))
      }
      let owners = QueryExpression.subquery(path([inverse.name]), variable: "owner", .and(isOwner))
      let count = QueryExpression.path(owners, QueryKeyPath(.collectionOperator("count")))
      return .comparison(QueryComparison(count, .greaterThan, .literal(.integer(0))))
    }
  }

  private static func isEqual(_ names: [String], _ value: ValueKey) -> QueryPredicate {
    .comparison(QueryComparison(path(names), .equal, constant(value)))
  }

  static func path(_ names: [String]) -> QueryExpression {
    QueryKeyPath(keys: names).map { .keyPath($0) } ?? .evaluatedObject()
  }

  /// A value of a key as a literal. Every type of key value has literals.
  static func constant(_ value: ValueKey) -> QueryExpression {
    QueryArgument(value.value)?.expression() ?? .literal(.null)
  }
}
