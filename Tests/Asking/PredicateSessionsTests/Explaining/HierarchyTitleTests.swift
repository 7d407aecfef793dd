import PredicateDatabases
import PredicateModel
import PredicateObjects
import Testing

/// A root entity without a title. Its subentities have titles.
class Thing: StoredObject {
  override class var isAbstract: Bool { self == Thing.self }
  @Stored(default: 1) var number: Int
  @ToOne var shelf: Thing?
}

final class Crate: Thing {
  @Stored var title: String
}

class Tool: Thing {
  @Stored var name: String
}

final class Saw: Tool {
  @Stored var blade: String?
}

@Suite struct HierarchyTitleTests {
  /// A reference contains the root entity. The title comes from the object's actual entity.
  @Test func titlesOfSubentities() throws {
    let context = try ObjectContext(classes: [Thing.self, Crate.self, Tool.self, Saw.self])
    let shelf = try context.insert(Crate.self)
    shelf.title = "left"
    let (tool, saw) = (try context.insert(Tool.self), try context.insert(Saw.self))
    (tool.name, tool.shelf, saw.name, saw.shelf) = ("hammer", shelf, "fox", tool)
    try context.save()
    let references = [shelf, tool, saw].map(\.id.reference)
    #expect(Set(references.map(\.entity)) == ["Thing"])
    let titles = try context.database.titles(of: references + [ObjectReference(entity: "Thing", key: 99)])
    #expect(references.map { titles[$0] } == ["left", "hammer", "fox"] && titles.count == 3)
    let own = try context.database.titles(of: [ObjectReference(entity: "Saw", key: saw.id.reference.key)])
    #expect(own.values.map { $0 } == ["fox"])
  }
}
