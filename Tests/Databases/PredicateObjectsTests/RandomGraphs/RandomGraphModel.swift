import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import PredicateValues

/// Models for random tests: every kind of relationship, with delete rules and orders that the seed chooses.
struct RandomGraphModel {
  /// A relationship and its inverse, as the naive graph sees them.
  struct Pair {
    let source: String
    let name: String
    let isToMany: Bool
    let rule: DeleteRule
    let destination: String
    let inverse: String
    let inverseIsToMany: Bool
    let inverseRule: DeleteRule
    /// Whether the row of the source has the foreign key. False for a table of pairs.
    let isForeignKey: Bool
    let isRequired: Bool
    /// Whether the relationship, and its inverse, keep an order of their objects.
    var isOrdered = false
    var inverseIsOrdered = false

    var isSymmetric: Bool { source == destination && name == inverse }
  }

  let pairs: [Pair]
  let model: DataModel
  /// The keys of the tables; nil for integers everywhere.
  let keys: RandomKeys?

  /// Whether an entity is the other one or inherits from it.
  static func isKind(_ entity: String, of other: String) -> Bool {
    entity == other || entity == "Manager" && other == "Employee"
  }

  init(_ random: inout SplitMix64) throws {
    // The tables have no defaults.
    func rule() -> DeleteRule { [.nullify, .cascade, .deny, .noAction].randomElement(using: &random) ?? .nullify }
    var pairs = [
      Pair(
        source: "Employee", name: "department", isToMany: false, rule: .nullify, destination: "Department",
        inverse: "employees", inverseIsToMany: true, inverseRule: rule(), isForeignKey: true,
        isRequired: Bool.random(using: &random)),
      Pair(
        source: "Employee", name: "manager", isToMany: false, rule: .nullify, destination: "Employee",
        inverse: "reports",
        inverseIsToMany: true, inverseRule: rule(), isForeignKey: true, isRequired: false),
      Pair(
        source: "Badge", name: "owner", isToMany: false,
        rule: [.nullify, .cascade].randomElement(using: &random) ?? .nullify,
        destination: "Employee", inverse: "badge", inverseIsToMany: false, inverseRule: rule(), isForeignKey: true,
        isRequired: false),
      Pair(
        source: "Employee", name: "friends", isToMany: true, rule: .nullify, destination: "Employee",
        inverse: "friends",
        inverseIsToMany: true, inverseRule: .nullify, isForeignKey: false, isRequired: false),
      Pair(
        source: "Employee", name: "projects", isToMany: true, rule: rule(), destination: "Project", inverse: "members",
        inverseIsToMany: true, inverseRule: rule(), isForeignKey: false, isRequired: false),
      Pair(
        source: "Project", name: "parents", isToMany: true, rule: rule(), destination: "Project", inverse: "parts",
        inverseIsToMany: true, inverseRule: rule(), isForeignKey: false, isRequired: false),
    ]
    // Entities that share a table have integer keys.
    let hasKeys = Int.random(in: 0..<2, using: &random) == 0
    let hasManagers = !hasKeys && Bool.random(using: &random)
    let keys = hasKeys ? RandomKeys(["Department", "Employee", "Badge", "Project"], &random) : nil
    self.keys = keys
    if hasManagers {
      pairs += [
        Pair(
          source: "Department", name: "head", isToMany: false, rule: rule(), destination: "Manager", inverse: "heads",
          inverseIsToMany: true, inverseRule: rule(), isForeignKey: true, isRequired: false),
        Pair(
          source: "Manager", name: "assistant", isToMany: false, rule: .nullify, destination: "Employee",
          inverse: "assists", inverseIsToMany: true, inverseRule: rule(), isForeignKey: true,
          isRequired: Bool.random(using: &random)),
        Pair(
          source: "Manager", name: "trainees", isToMany: true, rule: rule(), destination: "Employee",
          inverse: "trainers", inverseIsToMany: true, inverseRule: rule(), isForeignKey: false, isRequired: false),
      ]
    }
    for index in pairs.indices {
      pairs[index].isOrdered = pairs[index].isToMany && Bool.random(using: &random)
      pairs[index].inverseIsOrdered =
        pairs[index].inverseIsToMany && !pairs[index].isSymmetric && Bool.random(using: &random)
    }
    self.pairs = pairs
    let fetched = [
      "Department": [
        try Self.fetched("staff", "department == $FETCH_SOURCE AND value > $FETCHED_PROPERTY.userInfo.least", least: 4)
      ],
      "Employee": [
        try Self.fetched("abler", "ANY friends == $FETCH_SOURCE AND value > $FETCH_SOURCE.value"),
        try Self.fetched("above", "SUBQUERY($FETCH_SOURCE.reports, $r, $r.value < value).@count > 0"),
      ],
    ]
    model = DataModel(
      entities: (["Department"] + (hasManagers ? ["Manager"] : []) + ["Employee", "Badge", "Project"]).map { name in
        var relationships: [Relationship] = []
        for pair in pairs {
          let table = "\(pair.source)_\(pair.name)"
          let source = Self.columns("source", of: pair.source, keys)
          let destination = Self.columns("destination", of: pair.destination, keys)
          let reference = Self.columns(pair.name, of: pair.destination, keys)
          let referenced = Self.referenced(pair.destination, keys)
          if pair.source == name {
            relationships.append(
              Relationship(
                name: pair.name, destination: pair.destination, inverse: pair.inverse,
                cardinality: pair.isToMany ? .toMany : .toOne, isOptional: !pair.isRequired, deleteRule: pair.rule,
                storage: pair.isForeignKey
                  ? .foreignKey(columns: reference)
                  : .joinTable(.init(table: table, sourceColumns: source, destinationColumns: destination)),
                isTrusted: true, referencedColumns: pair.isForeignKey ? referenced : nil,
                orderColumn: pair.isOrdered ? "\(pair.name)_place" : nil))
          }
          if pair.destination == name, !pair.isSymmetric {
            relationships.append(
              Relationship(
                name: pair.inverse, destination: pair.source, inverse: pair.name,
                cardinality: pair.inverseIsToMany ? .toMany : .toOne, deleteRule: pair.inverseRule,
                storage: pair.isForeignKey
                  ? .foreignKeyOfDestination(columns: reference)
                  : .joinTable(.init(table: table, sourceColumns: destination, destinationColumns: source)),
                isTrusted: true, referencedColumns: pair.isForeignKey ? referenced : nil,
                orderColumn: pair.inverseIsOrdered ? "\(pair.inverse)_place" : nil))
          }
        }
        let parent = name == "Manager" ? "Employee" : nil
        return Entity(
          name: name, key: keys?.key(name) ?? .integer("id"),
          attributes: Self.keyAttributes(of: name, pairs, keys)
            + (parent != nil
              ? [Attribute(name: "budget", type: .integer, isTrusted: true, defaultValue: .integer(1))]
              : [
                Attribute(name: "value", type: .integer, isTrusted: true, defaultValue: .integer(0)),
                Attribute(name: "note", type: .string, isOptional: true, isTrusted: true),
              ]),
          relationships: relationships, fetchedProperties: fetched[name] ?? [], parent: parent)
      })
  }

  /// The columns that refer to objects of an entity.
  static func columns(_ name: String, of entity: String, _ keys: RandomKeys?) -> [String] {
    (keys?.columns(entity) ?? ["id"]).map { "\(name)_\($0)" }
  }

  /// The columns that foreign keys refer to, if these are not the primary key.
  private static func referenced(_ entity: String, _ keys: RandomKeys?) -> [String]? {
    keys?.keys[entity]?.kind == .rowNumber ? ["id"] : nil
  }

  /// The attributes of an entity's key and of its foreign keys.
  private static func keyAttributes(of entity: String, _ pairs: [Pair], _ keys: RandomKeys?) -> [Attribute] {
    guard let keys else { return [] }
    return keys.attributes(entity, named: keys.columns(entity))
      + pairs.filter { $0.isForeignKey && $0.source == entity }.flatMap { pair in
        keys.attributes(pair.destination, named: columns(pair.name, of: pair.destination, keys))
      }
  }

  /// The tables of a model with keys of all kinds.
  func tables(_ keys: RandomKeys) -> String {
    var statements: [String] = []
    func reference(_ columns: [String], _ entity: String) -> String {
      "FOREIGN KEY (\(columns.joined(separator: ", "))) REFERENCES \(entity) "
        + "(\(keys.columns(entity).joined(separator: ", "))) DEFERRABLE INITIALLY DEFERRED"
    }
    func declared(_ columns: [String], _ entity: String) -> [String] {
      zip(columns, keys.columnTypes(entity)).map { "\($0) \($1)" }
    }
    for entity in model.entities {
      var (columns, constraints) = (["value INTEGER", "note TEXT"], [String]())
      for pair in pairs where pair.isForeignKey {
        if pair.source == entity.name {
          let names = Self.columns(pair.name, of: pair.destination, keys)
          columns += declared(names, pair.destination)
          constraints.append(reference(names, pair.destination))
          if pair.inverseIsOrdered { columns.append("\(pair.inverse)_place INTEGER") }
        }
      }
      let key = keys.declaration(entity.name)
      let keyColumns = key.filter { !$0.hasPrefix("PRIMARY") }
      constraints += key.filter { $0.hasPrefix("PRIMARY") }
      let end = keys.isNumbered(entity.name) ? " WITHOUT ROWID" : ""
      statements.append(
        "CREATE TABLE \(entity.name) (\((keyColumns + columns + constraints).joined(separator: ", ")))\(end)")
    }
    for pair in pairs where !pair.isForeignKey {
      let source = Self.columns("source", of: pair.source, keys)
      let destination = Self.columns("destination", of: pair.destination, keys)
      var parts = declared(source, pair.source) + declared(destination, pair.destination)
      if pair.isOrdered { parts.append("\(pair.name)_place INTEGER") }
      if pair.inverseIsOrdered { parts.append("\(pair.inverse)_place INTEGER") }
      parts += [reference(source, pair.source), reference(destination, pair.destination)]
      parts.append("PRIMARY KEY (\((source + destination).joined(separator: ", ")))")
      statements.append("CREATE TABLE \(pair.source)_\(pair.name) (\(parts.joined(separator: ", "))) WITHOUT ROWID")
    }
    return statements.joined(separator: ";\n")
  }

  private static func fetched(_ name: String, _ format: String, least: Int64 = 0) throws -> FetchedProperty {
    FetchedProperty(
      name: name, destination: "Employee", predicate: try QueryPredicate(format: QueryFormat(raw: format)),
      userInfo: QueryDictionary([("least", .integer(least))]))
  }
}
