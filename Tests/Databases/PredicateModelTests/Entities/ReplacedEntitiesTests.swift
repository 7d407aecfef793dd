import PredicateBinding
import PredicateValues
import Testing

@testable import PredicateModel

@Suite struct ReplacedEntitiesTests {
  private static let model: DataModel = {
    var model = DataModel(
      entities: [
        Entity(name: "Film", attributes: [Attribute(name: "title", type: .string)]),
        Entity(name: "Serial", attributes: [Attribute(name: "part", type: .integer)], parent: "Film"),
      ],
      fetchTemplates: [FetchTemplate(name: "all", fetch: EntityFetch("Film"))])
    model.timeZone = QueryTimeZone("Europe/Berlin") ?? .utc
    model.hasUnfinishedObjects = true
    model.encodedAttributes = ["Film": ["title"]]
    model.types = DataModel(entities: [])
    return model
  }()

  private static func check(_ changed: DataModel) {
    #expect(changed.fetchTemplates.map(\.name) == ["all"])
    #expect(changed.timeZone == model.timeZone && changed.timeZone != .utc)
    #expect(changed.hasUnfinishedObjects)
    #expect(changed.encodedAttributes == ["Film": ["title"]])
    #expect(changed.types != nil)
  }

  /// A model with other entities keeps all other members. A new member of `DataModel` must be added here.
  @Test func otherMembersStay() {
    let changed = Self.model.replacing(entities: [Entity(name: "Book", attributes: [])])
    #expect(changed.entityNames == ["Book"])
    Self.check(changed)
    let members = Mirror(reflecting: changed).children.compactMap(\.label)
    #expect(
      members.sorted() == [
        "encodedAttributes", "entities", "fetchTemplates", "hasUnfinishedObjects", "positions", "timeZone", "types",
      ])
  }

  /// The function gets each attribute once. The entities inherit the changed attributes.
  @Test func attributesChange() {
    var names: [String] = []
    let changed = Self.model.mapAttributes { attribute, entity in
      names.append("\(entity.name).\(attribute.name)")
      return attribute.named("new " + attribute.name)
    }
    #expect(names == ["Film.title", "Serial.part"])
    #expect(changed.entity(named: "Serial")?.attributes.map(\.name) == ["new title", "new part"])
    Self.check(changed)
  }
}
