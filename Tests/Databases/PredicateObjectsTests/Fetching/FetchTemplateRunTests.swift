import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

/// Fetch templates, user info and counts that classes declare.
@Suite struct FetchTemplateRunTests {
  private static let classes: [StoredObject.Type] = [Rack.self, Volume.self, Atlas.self]

  private func context() throws -> ObjectContext {
    let context = try ObjectContext(
      classes: Self.classes,
      fetchTemplates: [
        FetchTemplate("thick", Volume.self, "pages > $pages", sortedBy: .descending("pages"), limit: 2),
        FetchTemplate("maps", Atlas.self), FetchTemplate("on", Volume.self, "rack == $rack", sortedBy: "pages"),
      ])
    let rack = try context.insert(Rack.self)
    rack.volumes = try [100, 300, 500, 700].map { pages in
      let volume = try context.insert(pages == 500 ? Atlas.self : Volume.self)
      volume.pages = pages
      return volume
    }
    try context.save()
    return context
  }

  @Test func runByName() throws {
    let context = try context()
    #expect(try context.fetch(Volume.self, template: "thick", variables: ["pages": 200]).map(\.pages) == [700, 500])
    #expect(try context.fetch(Atlas.self, template: "maps").map(\.pages) == [500])
    // An atlas is a subclass of volume, so a fetch of volumes finds it.
    #expect(try context.fetch(Volume.self, template: "maps", batchSize: 1).map(\.pages) == [500])
    let rack = try #require(try context.fetch(Rack.self).first)
    let on = try context.fetchTemplate(named: "on")
    let variables = QueryVariables([("rack", .reference(rack.id.reference))])
    #expect(try context.count(on.fetch, variables: variables) == 4)
    // Unsaved changes count.
    rack.volumes[0].pages = 900
    #expect(try context.fetch(Volume.self, template: "thick", variables: ["pages": 200]).map(\.pages) == [900, 700])
    #expect(try context.fetch(Volume.self, template: "on", variables: variables).map(\.pages) == [300, 500, 700, 900])
  }

  @Test func mistakes() throws {
    let context = try context()
    func code(_ body: () throws -> Void) -> StoreIssue.Kind? {
      #expect(throws: StoreIssue.self, performing: body)?.kind
    }
    #expect(code { _ = try context.fetch(Volume.self, template: "thin") } == .unknownTemplate)
    #expect(code { _ = try context.fetch(Rack.self, template: "thick") } == .wrongType)
    #expect(code { _ = try context.fetch(Atlas.self, template: "thick") } == .wrongType)
    let issue = #expect(throws: StoreIssue.self) { try context.fetchTemplate(named: "thin") }
    #expect(issue?.description == "the model has no fetch template “thin”; there are: thick, maps, on")
    let missing = #expect(throws: PredicateIssue.self) { try context.fetch(Volume.self, template: "thick") }
    #expect(missing?.message == "the variable $pages has no value")
    #expect(throws: PredicateIssue.self) { try FetchTemplate("bad", Volume.self, "pages >") }
    #expect(throws: ModelIssue.self) {
      try ObjectContext(classes: Self.classes, fetchTemplates: [FetchTemplate("bad", Volume.self, "paegs > $x")])
    }
  }

  /// A file carries its model, templates and user info included.
  @Test func keptInTheFile() throws {
    let context = try context()
    let model = try context.database.reader.read { try ModelTable.text(in: $0) }.map { try DataModel(jsonText: $0) }
    #expect(model?.fetchTemplates.map(\.name) == ["thick", "maps", "on"])
    let volume = try #require(model?.entity(named: "Volume"))
    #expect(volume.userInfo["icon"]?.equals(.string("book")) == true)
    #expect(volume.attribute(named: "pages")?.userInfo["unit"]?.equals(.string("pages")) == true)
    #expect(volume.relationship(named: "rack")?.userInfo["width"]?.equals(.integer(2)) == true)
    let rack = try #require(model?.entity(named: "Rack")?.relationship(named: "volumes"))
    #expect(rack.minimumCount == 1 && rack.maximumCount == 4 && rack.userInfo.count == 0)
  }

  @Test func countsOfClasses() throws {
    let context = try context()
    let empty = try context.insert(Rack.self)
    #expect(try context.problems().map(\.kind) == [.missingValue])
    let rack = try #require(try context.fetch(Rack.self, "volumes.@count > 0").first)
    try context.insert(Volume.self).rack = rack
    try context.delete(empty)
    #expect(try context.problems().map(\.kind) == [.tooMany])
  }
}

private final class Rack: StoredObject {
  @ToMany(inverse: \.rack, minimumCount: 1, maximumCount: 4) var volumes: [Volume]
}

private class Volume: StoredObject {
  override class var userInfo: [String: QueryValue] { ["icon": "book"] }
  @Stored(default: 0, userInfo: ["unit": "pages"]) var pages: Int
  @ToOne(userInfo: ["width": 2]) var rack: Rack?
}

private final class Atlas: Volume {}
