import Foundation
import GRDB
import PredicateModel
import PredicateObjects
import PredicateSyntax
import Testing

@Suite struct ClassModelTests {
  @Test func relationships() throws {
    let model = try DataModel(classes: OfficeObjects.classes)
    let wanted: [(String, String, String?, RelationshipStorage, DeleteRule)] = [
      ("Office", "clerks", "office", .foreignKeyOfDestination("office_id"), .cascade),
      // In a one-to-one relationship, the end that does not name its inverse has the foreign key.
      ("Office", "address", "office", .foreignKeyOfDestination("office_id"), .deny),
      ("Clerk", "office", "clerks", .foreignKey("office_id"), .nullify),
      ("Clerk", "standIn", "standsInFor", .foreignKey("standIn_id"), .nullify),
      ("Clerk", "standsInFor", "standIn", .foreignKeyOfDestination("standIn_id"), .noAction),
      ("Clerk", "deputy", nil, .foreignKey("deputy_id"), .nullify),
      ("Clerk", "friends", "friends", .joinTable("Clerk_friends", from: "clerk_id", to: "other_id"), .nullify),
      ("Clerk", "papers", "readers", .joinTable("Clerk_papers", from: "clerk_id", to: "paper_id"), .nullify),
      ("Address", "office", "address", .foreignKey("office_id"), .nullify),
      ("Paper", "readers", "papers", .joinTable("Clerk_papers", from: "paper_id", to: "clerk_id"), .nullify),
    ]
    #expect(model.entities.reduce(0) { $0 + $1.relationships.count } == wanted.count)
    for (entity, name, inverse, storage, rule) in wanted {
      let relationship = try #require(model.entity(named: entity)?.relationship(named: name))
      #expect(relationship.inverse == inverse, "\(entity).\(name)")
      #expect(relationship.storage.isSame(as: storage), "\(entity).\(name) is \(relationship.storage)")
      #expect(relationship.deleteRule == rule, "\(entity).\(name)")
      #expect(relationship.isOptional != (entity == "Clerk" && name == "office"))
    }
  }

  @Test func attributes() throws {
    let model = try DataModel(classes: OfficeObjects.classes)
    let office = try #require(model.entity(named: "Office"))
    #expect(office.uniqueness == [["name"]])
    #expect(office.attribute(named: "since")?.isOptional == true)
    #expect(office.attribute(named: "name")?.isOptional == false)
    let clerk = try #require(model.entity(named: "Clerk"))
    let grade = try #require(clerk.attribute(named: "grade"))
    #expect(grade.defaultValue?.equals(.integer(1)) == true)
    #expect(grade.validations.map(\.canonicalFormat) == ["SELF BETWEEN {1, 5}"])
    // A text column may hold texts that are not UUIDs, so the attribute is not trusted.
    #expect(clerk.attribute(named: "badge")?.isTrusted == false)
    #expect(grade.isTrusted)
  }

  @Test func databaseAndFile() throws {
    let model = try DataModel(classes: OfficeObjects.classes)
    let text = try model.fileText()
    #expect(text.contains("\"userInfo\":{\"exact\":1.5,\"grade\":3,\"label\":\"best\",\"strict\":true}"))
    #expect(try DataModel(jsonText: text).jsonText() == model.jsonText())
    let database = try ObjectContext(classes: OfficeObjects.classes).database
    #expect(try database.model.jsonText() == model.jsonText())
  }

  @Test func rules() throws {
    let context = try OfficeObjects.context()
    let north = try #require(try context.fetch(Office.self, "name == 'North'").first)
    let address = try context.insert(Address.self)
    address.street = "Main Street"
    north.address = address
    #expect(address.office === north)
    let clerk = try context.insert(Clerk.self)
    #expect(clerk.grade == 1)
    clerk.grade = 6
    let other = try context.insert(Office.self)
    other.name = "North"
    let found = try context.problems().map { "\($0.object) \($0.property ?? "-") \($0.code)" }
    #expect(
      found == [
        "new Clerk name missing-value", "new Clerk grade invalid", "new Clerk office missing-value",
        "new Office name not-unique",
      ])
    context.rollback()
    let ada = try #require(try context.fetch(Clerk.self, "name == 'Ada'").first)
    ada.friends = try context.fetch(Clerk.self, "name IN {'Ben', 'Cleo'}")
    #expect(ada.friends.allSatisfy { $0.friends.map(\.name) == ["Ada"] })
    let paper = try context.insert(Paper.self)
    paper.title = "Minutes"
    paper.readers = [ada]
    #expect(ada.papers.map(\.title) == ["Minutes"])
    try context.save()
    try context.delete(north)
    try context.save()
    #expect(try context.count(Clerk.self) == 2)
    #expect(paper.readers.isEmpty)
  }

  /// The rule `noAction` leaves the key of a deleted object in the rows that refer to it. A table with foreign keys refuses the deletion.
  @Test func danglingKeys() throws {
    let context = try OfficeObjects.context()
    let clerks = try context.fetch(Clerk.self, sortedBy: "name")
    clerks[0].standIn = clerks[1]
    try context.save()
    try context.delete(clerks[1])
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(
      failure?.description
        == "Clerk[1]: standIn still refers to the deleted object Clerk[2], which the database does not allow")
    #expect(failure?.problems.map(\.kind) == [.refused])
    clerks[0].standIn = nil
    try context.save()
    #expect(try context.count(Clerk.self) == 4)
  }

  @Test func enums() throws {
    let context = try OfficeObjects.context()
    let paper = try context.insert(Paper.self)
    paper.title = "Plan"
    #expect(paper.state == .draft && paper.rank == nil)
    (paper.state, paper.rank) = (.final, .high)
    try context.save()
    #expect(try context.fetch(Paper.self, "state == 'final' AND rank > 5").map(\.rank) == [.high])
    let type = context.database.model.entity(named: "Paper")?.attribute(named: "rank")?.type
    #expect(type == .integer)
    // A raw value that is not a case of the enum is refused. If a file contains it, it is reported, and the property has its placeholder.
    #expect(throws: StoreIssue.self) { try paper.set("state", to: .string("lost")) }
    try context.database.writer?.write { try $0.execute(sql: "UPDATE Paper SET state = 'lost'") }
    try context.refresh(paper, mergingChanges: false)
    #expect(paper.state == .draft)
    #expect(
      context.failures.map { "\($0)" } == [
        #"the value of state of Paper[1] is "lost", which is not a value of type PaperState"#
      ])
  }

  /// An existing file keeps its tables. The rules of the classes apply.
  @Test func filesThatExist() throws {
    let path = NSTemporaryDirectory() + "classes-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try ObjectContext(path: path, classes: [Memo.self])
    try first.insert(Memo.self).text = "first"
    try first.save()
    let second = try ObjectContext(path: path, classes: [LongNote.self])
    #expect(try second.fetch(LongNote.self).map(\.text) == ["first"])
    let short = try second.insert(LongNote.self)
    short.text = "no"
    #expect(try second.problems().map(\.kind) == [.invalid])
    #expect(throws: DatabaseIssue.self) { try ObjectContext(path: path, classes: [SizedNote.self]) }
    try first.database.writer?.write { try $0.execute(sql: "DROP TABLE openpredicate_model") }
    let issue = #expect(throws: StoreIssue.self) { try ObjectContext(path: path, classes: [Memo.self]) }
    #expect(issue?.kind == .classMismatch)
  }

  @Test func wrongClasses() throws {
    #expect(
      message { try DataModel(classes: [Office.self]) }
        == "the class of Office.clerks is Clerk, which must be in the list of classes")
    #expect(
      message { try DataModel(classes: [OddInverse.self, OddEnd.self]) }
        == "the inverse of OddInverse.ends must be a relationship")
    // The getter of a computed property must not run, because the sample has no values.
    #expect(
      message { try DataModel(classes: [ComputedInverse.self, ComputedEnd.self]) }?.hasSuffix(
        ". Name the inverse at the other end of the relationship instead") == true)
    #expect(
      message { try DataModel(classes: [TwoInverses.self, TwoEnds.self]) }
        == "TwoInverses.second and TwoEnds.end must be inverses of each other")
    #expect(
      message { try DataModel(classes: [OddCondition.self]) }?.hasPrefix(
        "“OddCondition.size” has a condition that cannot be evaluated") == true)
  }

  /// Two relationships between two classes that name no inverse are an error, because they may be meant as one.
  @Test func relationshipsWithoutInverse() throws {
    #expect(
      message { try DataModel(classes: [OpenFilm.self, OpenGuest.self]) }
        == "OpenFilm.owner and OpenGuest.films do not name each other as inverse. If they are one relationship, write inverse: \\.films at OpenFilm.owner. If they are two relationships, write inverse: nil"
    )
    #expect(
      message { try DataModel(classes: [OpenBranch.self]) }
        == "OpenBranch.parent and OpenBranch.twigs do not name each other as inverse. If they are one relationship, write inverse: \\.twigs at OpenBranch.parent. If they are two relationships, write inverse: nil"
    )
    // These are not inverses of each other: two ends in the same direction, two to-one ends of one class, and an end with `inverse: nil`.
    let model = try DataModel(classes: [LoneFilm.self, LoneGuest.self])
    #expect(
      model.entities.flatMap(\.relationships).map(\.name) == ["owner", "former", "mother", "father", "favourite"])
    #expect(model.entities.flatMap(\.relationships).allSatisfy { $0.inverse == nil })
  }

  private func message(_ body: () throws -> DataModel) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}

private final class Memo: StoredObject {
  @Stored var text: String
}

private final class LongNote: StoredObject {
  override class var entityName: String { "Memo" }
  @Stored(condition: "SELF.length > 2") var text: String
}

private final class SizedNote: StoredObject {
  override class var entityName: String { "Memo" }
  @Stored var text: String
  @Stored var size: Int
}

private final class OddInverse: StoredObject {
  @ToMany(inverse: \.title) var ends: [OddEnd]
}

private final class ComputedInverse: StoredObject {
  @ToMany(inverse: \.computed) var ends: [ComputedEnd]
}

private final class ComputedEnd: StoredObject {
  @ToOne var owner: ComputedInverse?
  var computed: ComputedInverse? { owner }
}

private final class OddEnd: StoredObject {
  @Stored var title: String
}

private final class TwoInverses: StoredObject {
  @ToMany(inverse: \.end) var first: [TwoEnds]
  @ToMany(inverse: \.end) var second: [TwoEnds]
}

private final class TwoEnds: StoredObject {
  @ToOne var end: TwoInverses?
}

private final class OpenFilm: StoredObject {
  @ToOne var owner: OpenGuest?
}

private final class OpenGuest: StoredObject {
  @ToMany var films: [OpenFilm]
}

private final class OpenBranch: StoredObject {
  @ToOne var parent: OpenBranch?
  @ToMany var twigs: [OpenBranch]
}

private final class LoneFilm: StoredObject {
  @ToOne var owner: LoneGuest?
  @ToOne var former: LoneGuest?
}

private final class LoneGuest: StoredObject {
  @ToOne var mother: LoneGuest?
  @ToOne var father: LoneGuest?
  @ToOne(inverse: nil) var favourite: LoneFilm?
}

private final class OddCondition: StoredObject {
  @Stored(condition: "SELF CONTAINS 'x'") var size: Int
}
