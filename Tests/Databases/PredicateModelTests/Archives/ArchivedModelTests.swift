import PredicateDocuments
import PredicateModel
import PredicateTestSupport
import PredicateValues
import Testing

@Suite("The model that Core Data archives in a store")
struct ArchivedModelTests {
  private static let model = DataModel(entities: [
    Entity(
      name: "Badge",
      attributes: [
        Attribute(
          name: "code", type: .uuid, defaultValue: .uuid(QueryUUID(high: 0x0102_0304_0506_0708, low: 9)))
      ],
      relationships: [
        Relationship(
          name: "bearer", destination: "Person", inverse: "badge", cardinality: .toOne, isOptional: false,
          deleteRule: .noAction, storage: .foreignKey("x"))
      ]),
    Entity(
      name: "Manager", attributes: [Attribute(name: "budget", type: .decimal, isOptional: true)],
      relationships: [
        Relationship(
          name: "reports", destination: "Person", inverse: "boss", cardinality: .toMany, deleteRule: .deny,
          storage: .foreignKeyOfDestination("x"), minimumCount: 1, maximumCount: 8, orderColumn: "places")
      ], parent: "Person"),
    Entity(
      name: "Person",
      attributes: [
        Attribute(name: "birthday", type: .date, isOptional: true, defaultValue: .date(-3.5)),
        Attribute(name: "größe", type: .double, defaultValue: .double(1.5)),
        Attribute(name: "isActive", type: .boolean, defaultValue: .boolean(true)),
        Attribute(name: "level", type: .integer, defaultValue: .integer(-2)),
        Attribute(
          name: "name", type: .string, defaultValue: .string("Ünbekannt 🎬"),
          userInfo: QueryDictionary([("label", .string("Name"))])),
        Attribute(name: "page", type: .url, isOptional: true, defaultValue: .url("https://example.org/")),
        Attribute(name: "photo", type: .data, isOptional: true),
      ],
      relationships: [
        Relationship(
          name: "badge", destination: "Badge", inverse: "bearer", cardinality: .toOne, deleteRule: .cascade,
          storage: .foreignKey("x")),
        Relationship(
          name: "boss", destination: "Manager", inverse: "reports", cardinality: .toOne, storage: .foreignKey("x"),
          userInfo: QueryDictionary([("note", .string("nil for the head"))])),
      ],
      uniqueness: [["name", "birthday"], ["level"]], isAbstract: true,
      userInfo: QueryDictionary([("owner", .string("HR"))])),
  ])

  /// Each entity in a line, without columns and storages.
  private func described(_ model: DataModel) -> [String] {
    model.entities.map { entity in
      let attributes = entity.attributes.map { attribute in
        "\(attribute.name): \(attribute.type)\(attribute.isOptional ? "?" : "") = \(attribute.defaultValue.map { "\($0)" } ?? "") \(attribute.userInfo)"
      }
      let relationships = entity.relationships.map { way in
        "\(way.name): \(way.destination).\(way.inverse ?? "") \(way.cardinality) \(way.isOptional) \(way.deleteRule)"
          + " \(way.minimumCount)…\(way.maximumCount.map { "\($0)" } ?? "") \(way.isOrdered) \(way.userInfo)"
      }
      return "\(entity.name): \(entity.parent ?? "") \(entity.isAbstract) \(entity.uniqueness) \(entity.userInfo)\n"
        + (attributes + relationships).joined(separator: "\n")
    }
  }

  @Test("The archive has every part of the model", arguments: ModelArchive.Inheritance.allCases)
  func everything(_ inheritance: ModelArchive.Inheritance) throws {
    let archived = try ArchivedModel(ModelArchive.bytes(of: Self.model, inheritance: inheritance))
    #expect(described(archived.model) == described(Self.model))
    #expect(archived.remarks == [])
    let manager = try #require(archived.model.entity(named: "Manager"))
    #expect(manager.declared.memberNames == ["budget", "reports"])
    #expect(manager.memberNames.contains("isActive"))
  }

  @Test("Transient members are listed, and are neither attributes nor relationships")
  func transient() throws {
    let bytes = ModelArchive.bytes(of: Self.model, transient: ["Person.level", "Person.boss", "Manager.reports"])
    let model = try ArchivedModel(bytes).model
    let manager = try #require(model.entity(named: "Manager"))
    #expect(manager.member(named: "level") == nil && manager.member(named: "boss") == nil)
    #expect(manager.transientMembers.map(\.name) == ["boss", "level", "reports"])
    #expect(manager.declared.transientMembers.map(\.name) == ["reports"])
    let film = Entity(name: "Film", attributes: [Attribute(name: "title", type: .string)])
    let stored = DataModel(entities: [film.with { $0.transientMembers = manager.transientMembers }])
    let read = try DataModel(jsonText: stored.jsonText())
    #expect("\(read.entities[0].transientMembers)" == "\(manager.transientMembers)")
    let issue = #expect(throws: PredicateIssue.self) {
      try BoundFetch(EntityFetch("Manager", where: QueryPredicate(format: "level == 1")), model: model)
    }
    #expect(
      issue?.message
        == "“level” of Manager cannot be read: it is transient, so the database does not store it")
  }

  @Test("A model file has the default of a UUID as its text, also if the column has bytes")
  func defaultOfBytes() throws {
    let uuid = QueryUUID(high: 1, low: 2)
    let code = Attribute(name: "code", type: .uuid, storage: .uuidBytes, defaultValue: .uuid(uuid))
    let model = DataModel(entities: [Entity(name: "Badge", attributes: [code])])
    let text = try model.jsonText()
    #expect(text.contains("00000000-0000-0001-0000-000000000002"))
    let read = try DataModel(jsonText: text).entities[0].attributes[0]
    #expect("\(read.defaultValue ?? .null)" == "\(QueryValue.uuid(uuid))")
  }

  // MARK: Damage

  private func message(_ bytes: [UInt8], work: Int = KeyedArchive.work) -> String? {
    do throws(PropertyListDamage) {
      _ = try ArchivedModel(bytes, work: work)
      return nil
    } catch {
      return error.message
    }
  }

  private func archive(_ objects: [PropertyListWriter.Node], root: Int = 1) -> [UInt8] {
    PropertyListWriter.bytes(
      of: .dictionary([
        ("$top", .dictionary([("root", .reference(root))])), ("$objects", .list([.text("$null")] + objects)),
      ]))
  }

  @Test("An unusable archive is refused with the reason")
  func strangers() {
    #expect(message([]) == "the file is too short for a binary property list")
    #expect(
      message(PropertyListWriter.bytes(of: .list([]))) == "the outermost object of the archive must be a dictionary")
    #expect(message(PropertyListWriter.bytes(of: .dictionary([]))) == "expected a file that NSKeyedArchiver wrote")
    #expect(message(archive([.integer(5)])) == "the archive contains no model")
    #expect(message(archive([.reference(1)])) == "the archive contains no model")
    #expect(message(archive([], root: 7)) == "the archive refers to object 7, which does not exist")
    let named = PropertyListWriter.Node.dictionary([("$classname", .text("NSManagedObjectModel"))])
    #expect(message(archive([.dictionary([("$class", .reference(2))]), named])) == "the model has no entities")
    // An object that is its own class, and an archive whose root is an entity and not a model.
    #expect(message(archive([.dictionary([("$class", .reference(1))])])) == "the archive contains no model")
    let itself = PropertyListWriter.Node.dictionary([("$class", .reference(2)), ("NSEntities", .reference(1))])
    #expect(message(archive([itself, named])) == "the model has no entities")
  }

  @Test("Steps, entities, members and depth have limits")
  func limits() {
    #expect(
      message(ModelArchive.bytes(of: Self.model), work: 500)
        == "the archive cannot be read, because reading it would take too many steps")
    func line(_ count: Int, members: Int = 0) -> DataModel {
      let attributes = (0..<members).map { Attribute(name: "a\($0)", type: .integer) }
      return DataModel(
        entities: (0..<count).map { place in
          Entity(
            name: "E\(place)", attributes: place == 0 ? attributes : [], parent: place == 0 ? nil : "E\(place - 1)")
        })
    }
    let tooMany = "the model has too many members, or entities that inherit from one another in a circle"
    #expect(message(ModelArchive.bytes(of: line(64))) == nil)
    #expect(message(ModelArchive.bytes(of: line(65))) == tooMany)
    let circle = DataModel(entities: [
      Entity(name: "A", attributes: [], parent: "B"), Entity(name: "B", attributes: [], parent: "A"),
    ])
    #expect(message(ModelArchive.bytes(of: circle)) == tooMany)
    let thousand = DataModel(entities: (0..<1_001).map { Entity(name: "E\($0)", attributes: []) })
    #expect(message(ModelArchive.bytes(of: thousand)) == "the model must not have more than 1000 entities")
    #expect(message(ModelArchive.bytes(of: line(10, members: 900))) == nil)
    #expect(message(ModelArchive.bytes(of: line(10, members: 920))) == tooMany)
  }

  @Test("A missing parent, a circle of values, and a repeated name do no harm")
  func oddities() throws {
    let model = DataModel(entities: [
      Entity(name: "A", attributes: [Attribute(name: "x", type: .any)], parent: "Nobody"),
      Entity(
        name: "B", attributes: [],
        relationships: [
          Relationship(name: "r", destination: "", inverse: "s", cardinality: .toMany, storage: .foreignKey("x"))
        ]),
    ])
    let archived = try ArchivedModel(ModelArchive.bytes(of: model))
    #expect(archived.model.entity(named: "A")?.parent == nil)
    #expect(archived.remarks == ["A.x is ignored, because a column cannot store values of its type"])
  }

  /// A mutation changes, removes, repeats or inserts bytes. Reading a mutated archive gives a model or an error. `OPENPREDICATE_ROUNDS` sets the
  /// number of mutations.
  @Test("Mutated archives give an error at most")
  func mutations() {
    let run = RandomRun(rounds: 2_000)
    let sources = ModelArchive.Inheritance.allCases.map { ModelArchive.bytes(of: Self.model, inheritance: $0) }
    for seed in run.seeds {
      var random = SplitMix64(seed: seed)
      let bytes = ByteMutation.mutated(random.pick(sources), &random)
      guard let archived = try? ArchivedModel(bytes) else { continue }
      let members = archived.model.entities.reduce(0) { $0 + $1.memberNames.count }
      #expect(members <= 50_000, "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1")
    }
  }
}
