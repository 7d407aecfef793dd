import Foundation
import PredicateObjects
import PredicateSQLite
import Testing

private struct Place: StoredAsJSON, Equatable {
  var street: String
  var number: Int
  var height: Double?
  static let placeholder = Place(street: "", number: 0)
}

/// A value whose encoding may throw.
private struct Unwritable: StoredAsJSON {
  var isWritable = true
  static let placeholder = Unwritable()

  func encode(to encoder: any Encoder) throws {
    guard isWritable else {
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no text holds it"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(1)
  }

  init() {}
  init(from decoder: any Decoder) throws {}
}

private final class Shop: StoredObject {
  @Stored var name: String
  @Stored(default: []) var labels: [String]
  @Stored var place: Place?
  @Stored(default: [:]) var stock: [String: Int]
  @Stored(default: []) var days: Set<Int>
  @Stored var ratings: [Double]?
  @Stored var odd: Unwritable?
}

@Suite struct StoredAsJSONTests {
  @Test func valuesComeBackAsTheyWere() throws {
    let database = try PredicateDatabase.make(model: DataModel(classes: [Shop.self]))
    let context = try ObjectContext(database, classes: [Shop.self])
    let shop = try context.insert(Shop.self)
    #expect(shop.labels == [] && shop.stock == [:] && shop.place == nil)
    shop.name = "corner"
    shop.labels = ["noir", "quote \" and \\ and é/ü", ""]
    shop.labels.append("last")
    shop.place = Place(street: "Haupt/straße", number: 7, height: .infinity)
    shop.stock = ["b": 2, "a": 1]
    shop.days = [3, 1]
    shop.ratings = [1.5, -.infinity]
    try context.save()

    let other = try #require(try ObjectContext(database, classes: [Shop.self]).fetch(Shop.self).first)
    #expect(other.labels == ["noir", "quote \" and \\ and é/ü", "", "last"])
    #expect(other.place == Place(street: "Haupt/straße", number: 7, height: .infinity))
    #expect(other.stock == ["a": 1, "b": 2] && other.days == [1, 3] && other.ratings == [1.5, -.infinity])
  }

  @Test func predicatesReadTheText() throws {
    let context = try ObjectContext(classes: [Shop.self])
    for (name, labels) in [("a", ["noir", "old"]), ("b", ["noirish"]), ("c", [])] {
      let shop = try context.insert(Shop.self)
      (shop.name, shop.labels, shop.stock) = (name, labels, ["z": 1, "y": 2])
    }
    #expect(try context.fetch(Shop.self, #"labels CONTAINS '"noir"'"#).map(\.name) == ["a"])
    try context.save()
    #expect(try context.fetch(Shop.self, #"labels CONTAINS '"noir"'"#).map(\.name) == ["a"])
    #expect(try context.count(Shop.self, "labels == '[]'") == 1)
    #expect(try context.count(Shop.self, #"stock == '{"y":2,"z":1}'"#) == 3)
    #expect(try context.count(Shop.self, "place == nil") == 3)
  }

  /// JSON is a text, so `labels CONTAINS 'noir'` would also find "noirish". Such conditions are refused, and the hint shows a correct one.
  @Test(arguments: [
    ("labels CONTAINS 'noir'", #"write labels CONTAINS '"noir"' for an element"#),
    ("NOT labels CONTAINS[c] 'noir'", #"write labels CONTAINS '"noir"' for an element"#),
    ("'noir' IN labels", #"write labels CONTAINS '"noir"' for an element"#),
    ("ANY labels == 'noir'", #"write labels CONTAINS '"noir"' for an element"#),
    ("labels == {'noir'}", #"write labels CONTAINS '"noir"' for an element"#),
    ("labels CONTAINS name", #"compare a text of JSON: labels CONTAINS '"a"' finds the element "a""#),
    ("place == 'Haupt'", #"write place CONTAINS '"Haupt"' for an element"#),
    ("days CONTAINS 1", #"compare a text of JSON: days CONTAINS '"a"' finds the element "a""#),
  ])
  func conditionsOnElementsAreRefused(text: String, hint: String) throws {
    let context = try ObjectContext(classes: [Shop.self])
    let shop = try context.insert(Shop.self)
    let condition = QueryFormat(raw: text)
    func check(_ run: () throws -> Int) {
      let issue = #expect(throws: PredicateIssue.self) { try run() }
      #expect(issue?.kind == .type && issue?.hint == hint)
    }
    check { try [shop].filter(condition).count }
    check { try context.fetch(Shop.self, condition).count }
    shop.name = "a"
    try context.save()
    check { try context.count(Shop.self, condition) }
    check { try context.batchDelete(Shop.self, condition, rules: .skipped) }
    let policy = QueryPolicy().allowing(.all, ofEntity: "Shop")
    check { try context.count(Shop.self, text: text, policy: policy) }
  }

  @Test func anEqualValueIsNoChange() throws {
    let context = try ObjectContext(classes: [Shop.self])
    let shop = try context.insert(Shop.self)
    (shop.name, shop.stock) = ("a", ["x": 1, "y": 2, "z": 3])
    try context.save()
    shop.stock = ["z": 3, "y": 2, "x": 1]
    #expect(!context.hasChanges)
  }

  @Test func whatCannotBeWrittenFailsLoudly() throws {
    let context = try ObjectContext(classes: [Shop.self])
    let shop = try context.insert(Shop.self)
    shop.name = "a"
    var value = Unwritable()
    value.isWritable = false
    shop.odd = value
    let issue = #expect(throws: StoreIssue.self) { try context.save() }
    func message(_ type: String, _ reason: String) -> String {
      "Shop.odd cannot hold a value of type \(type), which cannot be written as JSON: \(reason)"
    }
    #expect(issue?.kind == .wrongType && issue?.message == message("Unwritable", "no text holds it"))
    // The issue has the message of the encoder, and the place of the value.
    let batch = #expect(throws: StoreIssue.self) {
      try context.batchUpdate(Shop.self, set: ["odd": ["a": value].storedValue], rules: .skipped)
    }
    #expect(batch?.message == message("Dictionary<String, Unwritable>", "a: no text holds it"))
  }

  @Test func aTextOfSomethingElseIsAFailureToRead() throws {
    let context = try ObjectContext(classes: [Shop.self])
    let shop = try context.insert(Shop.self)
    shop.name = "a"
    #expect(throws: StoreIssue.self) { try shop.set("labels", to: .string("{\"street\": 1}")) }
    try context.save()
    try context.database.writer?.write { try $0.execute(sql: #"UPDATE Shop SET labels = '{"street": 1}'"#) }
    try context.refresh(shop, mergingChanges: false)
    var failures: [any Error] = []
    context.onFailure = { failures.append($0) }
    #expect(shop.labels == [])
    #expect(failures.count == 1 && (failures.first as? StoreIssue)?.kind == .wrongType)
  }
}
