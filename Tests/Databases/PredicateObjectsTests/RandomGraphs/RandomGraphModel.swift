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
    /// Whether the source's row holds the key: of a table of pairs neither does.
    let isForeignKey: Bool
    let isRequired: Bool
    /// Whether the source's objects, and the destination's, have an order of their own.
    var isOrdered = false
    var inverseIsOrdered = false

    var isSymmetric: Bool { source == destination && name == inverse }
  }

  let pairs: [Pair]
  let model: DataModel

  /// Whether objects of an entity are objects of another one.
  static func isKind(_ entity: String, of other: String) -> Bool {
    entity == other || entity == "Manager" && other == "Employee"
  }

  init(_ random: inout SplitMix64) throws {
    func rule() -> DeleteRule { DeleteRule.allCases.randomElement(using: &random) ?? .nullify }
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
    let hasManagers = Bool.random(using: &random)
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
          if pair.source == name {
            relationships.append(
              Relationship(
                name: pair.name, destination: pair.destination, inverse: pair.inverse,
                cardinality: pair.isToMany ? .toMany : .toOne, isOptional: !pair.isRequired, deleteRule: pair.rule,
                storage: pair.isForeignKey
                  ? .foreignKey("\(pair.name)_id") : .joinTable(table, from: "source_id", to: "destination_id"),
                isTrusted: true, orderColumn: pair.isOrdered ? "\(pair.name)_place" : nil))
          }
          if pair.destination == name, !pair.isSymmetric {
            relationships.append(
              Relationship(
                name: pair.inverse, destination: pair.source, inverse: pair.name,
                cardinality: pair.inverseIsToMany ? .toMany : .toOne, deleteRule: pair.inverseRule,
                storage: pair.isForeignKey
                  ? .foreignKeyOfDestination("\(pair.name)_id")
                  : .joinTable(table, from: "destination_id", to: "source_id"),
                isTrusted: true, orderColumn: pair.inverseIsOrdered ? "\(pair.inverse)_place" : nil))
          }
        }
        let parent = name == "Manager" ? "Employee" : nil
        return Entity(
          name: name,
          attributes: parent != nil
            ? [Attribute(name: "budget", type: .integer, isTrusted: true, defaultValue: .integer(1))]
            : [
              Attribute(name: "value", type: .integer, isTrusted: true, defaultValue: .integer(0)),
              Attribute(name: "note", type: .string, isOptional: true, isTrusted: true),
            ], relationships: relationships, fetchedProperties: fetched[name] ?? [], parent: parent)
      })
  }

  private static func fetched(_ name: String, _ format: String, least: Int64 = 0) throws -> FetchedProperty {
    FetchedProperty(
      name: name, destination: "Employee", predicate: try QueryPredicate(format: QueryFormat(raw: format)),
      userInfo: QueryDictionary([("least", .integer(least))]))
  }
}
