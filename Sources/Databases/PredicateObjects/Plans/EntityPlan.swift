import PredicateDatabases
import PredicateModel
import PredicateValues

/// Describes an entity for a context: the index of each member's value in a record, and how the entity's rows are written.
///
/// It is a class, so that each object needs only one reference to it.
final class EntityPlan: Sendable {
  /// Where the value of a member is stored.
  enum Member: Sendable {
    case attribute(Int)
    case link(Int)
    /// The integer key of the row, if it is not an attribute.
    case key
    case fetched(Int)
  }

  /// A foreign key of the entity's table.
  struct ForeignKey: Sendable {
    let key: EndKey
    /// The attributes of the foreign key's columns; empty if the foreign key is direct.
    let attributes: [Int]
    /// The position of the entity that it refers to.
    let destination: Int
    /// The column with the position among the rows that have the same foreign key; nil if they have no order.
    let orderColumn: String?
    /// Whether the column is also the integer key of the row itself: a restaurant has the number of its location. The attribute of the key then
    /// contains the value.
    let isRowKey: Bool
    /// What happens to a row with the foreign key when the values that it refers to change.
    let updateRule: KeyUpdateRule
    /// The further columns that a Core Data store has for the foreign key.
    var coreData = CoreDataReference()

    /// The first column. A foreign key that holds an integer has only this one.
    var column: String { key.reference.columns[0] }
    /// Whether the column contains an integer key. Otherwise attributes contain the key, and the target is found by their values.
    var isDirect: Bool { key.reference.isDirect && !isRowKey }
  }

  struct Fetch: Sendable {
    let property: FetchedProperty
    /// The position of the entity whose objects the property fetches.
    let destination: Int
  }

  let entity: Entity
  let position: Int
  /// The positions of the entity and of its ancestors, the root last.
  let line: [Int]
  /// The position of the root of its hierarchy. Keys are unique among all objects of the root.
  var root: Int { line[line.count - 1] }
  /// The column that holds the name of a row's entity; nil outside of hierarchies.
  let entityColumn: String?
  let members: [ScalarString: Member]
  /// The entity's foreign keys. A record has a target for each.
  let foreignKeys: [ForeignKey]
  /// The relationships, in the entity's order.
  let links: [LinkPlan]
  /// The fetched properties, in the entity's order.
  let fetched: [Fetch]
  /// The attribute that shows the integer key; nil if no attribute does.
  let keyAttribute: Int?
  /// For each attribute, the foreign key with the same column; nil if there is none. The record stores such a value once, as the key.
  let slots: [Int?]
  /// The foreign keys that contain integers. All other foreign keys consist of attributes.
  let directKeys: [Int]
  /// The attributes that references depend on: those of foreign keys, and those that foreign keys refer to.
  let linkedAttributes: Set<Int>
  /// The attributes among ``linkedAttributes`` that foreign keys of other rows repeat.
  let referredAttributes: Set<Int>
  /// The attributes that a row is written with: all but the integer key, direct foreign keys, and attributes that the table sets itself.
  let plainAttributes: [Int]
  /// For each attribute, how its values are compared and stored.
  let forms: [AttributeForm]
  let newValues: [QueryValue]
  /// The attributes that the table sets itself: computed columns, and the additional columns of Core Data's tables.
  let givenAttributes: Set<Int>
  /// The defaults of the other columns.
  let defaults: [ColumnDefault]
  /// Whether the table is one of Core Data's.
  let isOfCoreData: Bool
  /// Whether writing the entity's rows may change other rows.
  let hasTriggers: Bool
  /// The reason why objects of the entity cannot be changed; nil if they can.
  let obstacle: String?

  /// The columns of ``plainAttributes``, then of the foreign keys, then of their orders, then of the entity's name.
  let writtenColumns: [String]
  /// The foreign keys that have an order.
  let orderedKeys: [Int]
  /// The key of the rows; nil if they have none.
  let key: RecordKey?
  /// The numbers of keys that are not integers; nil for an integer key.
  let numbers: NumberedKeys?
  /// The column of an integer key; nil for any other key.
  let keyColumn: String?
  /// The attributes of a key that is not an integer.
  let keyAttributes: [Int]
  /// The attribute of a UUID key, for which a new object gets a random value. Nil for other keys.
  let generatedKey: Int?
  /// The attributes that identify the row for people, if its key is a row number and the primary key is something else.
  let shownKey: [Int]
  private let layout: RecordLayout

  /// - Parameters:
  ///   - line: The positions of the entity and of its ancestors.
  ///   - table: The columns and triggers of the table; nil if the table does not exist yet.
  init(
    _ model: DataModel, at position: Int, line: [Int], key: RecordKey?, _ foreignKeys: [ForeignKey],
    _ links: [LinkPlan], linked: Set<Int>, _ table: TableRules?
  ) {
    let entity = model.entities[position]
    self.entity = entity
    self.position = position
    self.line = line
    self.foreignKeys = foreignKeys
    self.links = links
    entityColumn = entity.hierarchy?.column
    fetched = entity.fetchedProperties.compactMap { property in
      model.entities.firstIndex { $0.name.hasSameScalars(as: property.destination) }
        .map { Fetch(property: property, destination: $0) }
    }
    var members: [ScalarString: Member] = [:]
    func add(_ name: String, _ member: Member) {
      // If two members have one name, the first has precedence, as in `Entity.member(named:)`.
      if members[ScalarString(name)] == nil { members[ScalarString(name)] = member }
    }
    for (index, attribute) in entity.attributes.enumerated() { add(attribute.name, .attribute(index)) }
    for (index, link) in links.enumerated() { add(link.relationship.name, .link(index)) }
    for (index, fetch) in fetched.enumerated() { add(fetch.property.name, .fetched(index)) }
    if let key = entity.hiddenKey { add(key.name, .key) }
    self.members = members
    let keyAttribute = entity.keyAttribute.flatMap { key in
      entity.attributes.firstIndex { $0.name.hasSameScalars(as: key.name) }
    }
    let slots = entity.attributes.map { attribute in
      foreignKeys.firstIndex { $0.isDirect && $0.column.hasSameScalars(as: attribute.column) }
    }
    let given = Self.givenAttributes(of: entity, table)
    let plain = entity.attributes.indices.filter { slots[$0] == nil && $0 != keyAttribute && !given.contains($0) }
    let directKeys = foreignKeys.indices.filter { foreignKeys[$0].isDirect }
    self.directKeys = directKeys
    self.keyAttribute = keyAttribute
    self.slots = slots
    givenAttributes = given
    plainAttributes = plain
    defaults =
      plain.compactMap { ColumnDefault(table?.column(named: entity.attributes[$0].column), at: .attribute($0)) }
      + directKeys.compactMap { slot in
        ColumnDefault(table?.column(named: foreignKeys[slot].column), at: .reference(slot))
      }
    isOfCoreData = table?.isOfCoreData == true
    hasTriggers = table?.hasTriggers == true
    let keyAttributes = Self.keyAttributes(of: entity, key)
    let linkedAttributes = linked.union(foreignKeys.flatMap(\.attributes))
    self.key = key
    numbers = key?.numbers
    keyColumn = key.flatMap { $0.numbers == nil ? $0.columns[0] : nil }
    self.keyAttributes = keyAttributes
    generatedKey =
      keyAttributes.count == 1 && entity.attributes[keyAttributes[0]].type == .uuid ? keyAttributes[0] : nil
    shownKey =
      key?.numbers == nil && entity.key.integerColumn == nil
      ? entity.key.columns.compactMap { column in
        entity.attributes.firstIndex { $0.column.isSameSQLName(as: column) }
      } : []
    self.linkedAttributes = linkedAttributes
    referredAttributes = linked
    obstacle = Self.obstacle(of: entity, key, keyAttributes, table)
    forms = entity.attributes.indices.map { index in
      AttributeForm(entity.attributes[index], isPlain: plain.contains(index) && !linkedAttributes.contains(index))
    }
    orderedKeys = foreignKeys.indices.filter { foreignKeys[$0].orderColumn != nil }
    writtenColumns =
      plain.map { entity.attributes[$0].column } + directKeys.map { foreignKeys[$0].column }
      + foreignKeys.compactMap(\.orderColumn) + (entityColumn.map { [$0] } ?? [])
    layout = RecordLayout(
      attributes: entity.attributes, foreignKeys: foreignKeys.map { ($0.key.reference, $0.orderColumn) },
      kind: entity.kindInTable)
    newValues = entity.attributes.map { $0.defaultValue ?? .null }
  }

  private static func givenAttributes(of entity: Entity, _ table: TableRules?) -> Set<Int> {
    guard let table else { return [] }
    return Set(
      entity.attributes.indices.filter { index in
        let column = entity.attributes[index].column
        return table.column(named: column)?.isComputed == true
          || table.isOfCoreData && CoreDataKeys.columns.contains { $0.isSameSQLName(as: column) }
      })
  }

  /// The attributes of a key that is not an integer; empty if a column of the key is not an attribute.
  private static func keyAttributes(of entity: Entity, _ key: RecordKey?) -> [Int] {
    guard let key, key.numbers != nil else { return [] }
    let found = key.columns.compactMap { column in
      entity.attributes.firstIndex { $0.column.isSameSQLName(as: column) }
    }
    return found.count == key.columns.count ? found : []
  }

  /// The key of a row.
  var usableKey: RecordKey {
    get throws(StoreIssue) {
      if let key { return key }
      throw StoreIssue(.unchangeable, obstacle ?? "")
    }
  }

  private static func obstacle(
    of entity: Entity, _ key: RecordKey?, _ keyAttributes: [Int], _ table: TableRules?
  ) -> String? {
    if entity.isReadOnly { return "“\(entity.table)” is a view" }
    guard let key else { return "the table “\(entity.table)” has no primary key" }
    if let column = key.columns.first(where: { table?.column(named: $0)?.isComputed == true }) {
      return "the table “\(entity.table)” computes “\(column)”, a column of its primary key"
    }
    if key.numbers != nil, keyAttributes.isEmpty {
      return "a column of the primary key of “\(entity.table)” is not an attribute"
    }
    return nil
  }

  /// The entity's table. Each row is read with the layout of its entity. Nil if rows have no key.
  ///
  /// - Parameter kinds: The plans of the rows' entities; empty if all rows are read as rows of this entity.
  func table(of kinds: [EntityPlan] = []) -> RecordTable? {
    key.map { key in
      RecordTable(
        key: key, kindColumn: kinds.isEmpty ? nil : entityColumn, kinds: entity.kindsInTable,
        layouts: kinds.isEmpty ? [layout] : kinds.map(\.layout), own: kinds.firstIndex { $0 === self } ?? 0)
    }
  }

  /// Whether objects of the entity are objects of another one: of the same entity, or of an ancestor.
  func isKind(of other: Int) -> Bool { position == other || line.count > 1 && line.contains(other) }

  /// Whether another entity of the hierarchy has the same foreign key.
  func hasForeignKey(_ slot: Int, of other: EntityPlan) -> Bool {
    if self === other { return true }
    return foreignKeys.indices.contains(slot)
      && foreignKeys[slot].key.reference.columns == other.foreignKeys[slot].key.reference.columns
      && foreignKeys[slot].destination == other.foreignKeys[slot].destination
  }

  /// The number of attributes of the parent, which precede the entity's own.
  var inheritedAttributeCount: Int { entity.attributes.count - entity.declared.attributes.count }

  /// The positions of an object that is in no ordered list: nil for each foreign key with an order.
  var noPlaces: [Int64?] { orderedKeys.isEmpty ? [] : Array(repeating: nil, count: foreignKeys.count) }

  func member(named name: String) throws(StoreIssue) -> Member {
    guard let member = members[ScalarString(name)] else {
      throw StoreIssue(.unknownMember, "\(entity.name) has no member “\(name)”")
    }
    return member
  }
}

/// What happens to the rows with a foreign key when the values that it refers to change.
enum KeyUpdateRule {
  /// The rows still refer to the same row: they get the new values. This also applies to a schema without an action, because a reference means an
  /// object and not a value.
  case follow
  case nullify
  case setDefault
  /// The referenced values cannot change while rows have the foreign key.
  case deny

  /// - Parameter action: The words after ON UPDATE.
  init(action: String?) {
    self =
      switch action?.uppercased() {
      case "SET NULL": .nullify
      case "SET DEFAULT": .setDefault
      case "RESTRICT": .deny
      default: .follow
      }
  }
}

/// The parts of an attribute that changing and saving need for each value, without its names.
struct AttributeForm: Sendable {
  private let attribute: Attribute
  private let kind: Kind
  /// Whether the value is only stored in the record: it is neither the row's key nor a foreign key, and the table does not set it.
  let isPlain: Bool

  /// The types of attributes for which values of the same type are accepted without conversion.
  private enum Kind {
    case text
    case integer
    case real
    case boolean
    case date
    case other
  }

  init(_ attribute: Attribute, isPlain: Bool) {
    self.attribute = attribute
    self.isPlain = isPlain
    kind =
      switch (attribute.storage, attribute.type) {
      case (.text, .string): .text
      case (.integer, .integer): .integer
      case (.real, .double): .real
      case (.zeroOrOne, .boolean): .boolean
      case (.secondsSince2001, .date) where attribute.writtenForm == nil: .date
      default: .other
      }
  }

  /// Whether a value has exactly the attribute's type, so that `Attribute.accepting(_:)` would return it unchanged.
  func isUsual(_ value: QueryValue) -> Bool {
    switch (kind, value) {
    case (_, .null), (.text, .string), (.integer, .integer), (.boolean, .boolean): true
    case (.real, .double(let number)), (.date, .date(let number)): !number.isNaN
    default: false
    }
  }

  /// Whether two values have the same stored form, so that writing one over the other changes nothing.
  func isSame(_ value: QueryValue, _ other: QueryValue) -> Bool {
    switch (kind, value, other) {
    case (_, .null, .null): true
    case (.text, .string(let a), .string(let b)): a.hasSameScalars(as: b)
    case (.integer, .integer(let a), .integer(let b)): a == b
    case (.real, .double(let a), .double(let b)), (.date, .date(let a), .date(let b)): a == b
    case (.boolean, .boolean(let a), .boolean(let b)): a == b
    default: attribute.stored(value) == attribute.stored(other)
    }
  }

  /// The stored form of a value. The column can store it, because assigning any other value was refused.
  func stored(_ value: QueryValue) -> StoredValue { attribute.stored(value) ?? .null }
}

/// The default of a column: the value of a new object until another one is set.
struct ColumnDefault: Sendable {
  /// Where the column's value is in a record.
  enum Place: Sendable {
    case attribute(Int)
    case reference(Int)
  }

  let place: Place
  /// The expression of the default, as the schema contains it.
  let expression: String
  /// The type of a CAST that converts a value as the column does; nil if the column converts nothing.
  let castType: String?

  /// Nil for a column without a default.
  init?(_ column: TableRules.Column?, at place: Place) {
    guard let column, let expression = column.defaultExpression, !expression.isSQLNull else { return nil }
    self.place = place
    self.expression = expression
    castType = column.castType
  }

  /// Whether every row gets the same value, because the default is a literal. In SQL, expressions are in brackets, except for the names of the current time.
  var isConstant: Bool { !expression.hasPrefix("(") && !expression.uppercased().hasPrefix("CURRENT_") }
}

extension String {
  fileprivate var isSQLNull: Bool { uppercased() == "NULL" }
}
