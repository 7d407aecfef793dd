import Foundation
import PredicateObjects

/// Classes that make their model themselves: every kind of relationship and of rule.
final class Office: StoredObject {
  @Stored(isUnique: true) var name: String
  @Stored var since: Int?
  @ToMany(inverse: \.office, deleteRule: .cascade) var clerks: [Clerk]
  @ToOne(inverse: \.office, deleteRule: .deny) var address: Address?
  @Fetched(
    "office == $FETCH_SOURCE AND grade >= $FETCHED_PROPERTY.userInfo.grade", sortedBy: .descending("grade"), "name",
    userInfo: ["grade": 3, "exact": 1.5, "strict": true, "label": "best"])
  var best: [Clerk]
  @Fetched("hired >= $FETCH_SOURCE.since", sortedBy: "name") var later: [Clerk]
  @Fetched("SUBQUERY($FETCH_SOURCE.clerks, $c, $c.grade < grade).@count > 0 AND office != $FETCH_SOURCE")
  var above: [Clerk]
}

final class Clerk: StoredObject {
  @Stored var name: String
  @Stored(default: 1, condition: "SELF BETWEEN {1, 5}") var grade: Int
  @Stored var hired: Int?
  @Stored var badge: UUID?
  @ToOne(isRequired: true) var office: Office?
  @ToOne var standIn: Clerk?
  @ToMany(inverse: \.standIn, deleteRule: .noAction) var standsInFor: [Clerk]
  @ToOne var deputy: Clerk?
  @ToMany(isSymmetric: true) var friends: [Clerk]
  @ToMany(inverse: \.readers) var papers: [Paper]
  @Fetched("SELF IN $FETCH_SOURCE.friends AND office == $FETCH_SOURCE.office", sortedBy: "name") var near: [Clerk]
}

final class Address: StoredObject {
  @Stored var street: String
  @ToOne var office: Office?
}

final class Paper: StoredObject {
  @Stored var title: String
  @Stored(default: .draft) var state: PaperState
  @Stored var rank: PaperRank?
  @ToMany var readers: [Clerk]
}

enum PaperState: String, StorableValue {
  case draft, final
  static let placeholder = PaperState.draft
}

enum PaperRank: Int, StorableValue {
  case low = 1
  case high = 9
  static let placeholder = PaperRank.low
}

enum OfficeObjects {
  static let classes: [StoredObject.Type] = [Office.self, Clerk.self, Address.self, Paper.self]

  /// Two offices with clerks, saved.
  static func context() throws -> ObjectContext {
    let context = try ObjectContext(classes: classes)
    let (north, south) = (try context.insert(Office.self), try context.insert(Office.self))
    (north.name, south.name) = ("North", "South")
    south.since = 2010
    for (name, grade, hired, office) in [
      ("Ada", 4, 2001, north), ("Ben", 2, nil, north), ("Cleo", 5, 2015, north), ("Dora", 3, 2010, south),
      ("Emil", 1, 2020, south),
    ] {
      let clerk = try context.insert(Clerk.self)
      (clerk.name, clerk.grade, clerk.hired, clerk.office) = (name, grade, hired, office)
    }
    try context.save()
    return context
  }
}
