import PredicateModel
import PredicateValues
import Testing

@Suite("Flaws of models")
struct ModelValidationTests {
  private static let plain = Entity(name: "A", attributes: [Attribute(name: "x", type: .integer)])

  private static func pair(_ forward: Relationship, _ back: Relationship?, keyOfB: EntityKey = .integer("id"))
    -> DataModel
  {
    DataModel(entities: [
      Entity(name: "A", attributes: [], relationships: [forward]),
      Entity(name: "B", key: keyOfB, attributes: [], relationships: back.map { [$0] } ?? []),
    ])
  }

  private static func toB(
    inverse: String? = nil, _ cardinality: Relationship.Cardinality = .toOne,
    _ storage: RelationshipStorage = .foreignKey("b_id")
  ) -> Relationship {
    Relationship(name: "b", destination: "B", inverse: inverse, cardinality: cardinality, storage: storage)
  }

  private static func toA(
    inverse: String? = "b", _ storage: RelationshipStorage = .foreignKeyOfDestination("b_id")
  ) -> Relationship {
    Relationship(name: "a", destination: "A", inverse: inverse, cardinality: .toMany, storage: storage)
  }

  private static let broken: [(String, DataModel)] = [
    ("two entities are named “A”", DataModel(entities: [plain, plain])),
    ("an entity has no name", DataModel(entities: [Entity(name: "", attributes: [])])),
    (
      "“A” has two members named “b”",
      DataModel(entities: [
        Entity(name: "A", attributes: [Attribute(name: "b", type: .string)], relationships: [toB()]),
        Entity(name: "B", attributes: []),
      ])
    ),
    (
      "the storage of “A.x” cannot store values of the attribute's type",
      DataModel(entities: [Entity(name: "A", attributes: [Attribute(name: "x", type: .date, storage: .blob)])])
    ),
    (
      "the relationship “A.b” leads to “B”, but the model has no such entity",
      DataModel(entities: [Entity(name: "A", attributes: [], relationships: [toB()])])
    ),
    (
      "“A.b” declares “a” as its inverse, which is not the same relationship seen from the other end",
      pair(toB(inverse: "a"), nil)
    ),
    (
      "“A.b” declares “a” as its inverse, which is not the same relationship seen from the other end",
      pair(toB(inverse: "a"), toA(.foreignKeyOfDestination("other_id")))
    ),
    (
      "“A.b” declares “a” as its inverse, which is not the same relationship seen from the other end",
      pair(toB(inverse: "a"), toA(inverse: nil))
    ),
    (
      "the columns of the relationship “A.b” do not fit its cardinality or the key that it refers to",
      pair(toB(.toMany), nil)
    ),
    (
      "the columns of the relationship “A.b” do not fit its cardinality or the key that it refers to",
      pair(toB(), nil, keyOfB: EntityKey(columns: ["p", "q"], referenceColumn: "rowid"))
    ),
    (
      "the relationship “A.b” cannot be stored, because one of its tables has no primary key",
      pair(toB(), nil, keyOfB: .none)
    ),
  ]

  @Test("Each flaw has its sentence", arguments: broken.indices)
  func flaw(index: Int) {
    let (message, model) = Self.broken[index]
    let issue = #expect(throws: ModelIssue.self) { try model.validate() }
    #expect(issue?.description == message)
  }

  @Test("Odd but valid: no inverse, a symmetric relationship, a composite key")
  func fine() throws {
    try Self.pair(Self.toB(), nil).validate()
    try Self.pair(Self.toB(inverse: "a"), Self.toA()).validate()
    try Self.pair(
      Self.toB(.toOne, .foreignKey(columns: ["p", "q"])), nil,
      keyOfB: EntityKey(columns: ["p", "q"], referenceColumn: nil)
    ).validate()
    try DataModel(entities: [
      Entity(
        name: "A", attributes: [],
        relationships: [
          Relationship(
            name: "peers", destination: "A", inverse: "peers", cardinality: .toMany,
            storage: .joinTable("A_peers", from: "one", to: "other"))
        ])
    ]).validate()
  }
}
