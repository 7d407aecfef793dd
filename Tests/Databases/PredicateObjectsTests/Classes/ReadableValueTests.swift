import Foundation
import PredicateObjects
import PredicateSQLite
import PredicateValues
import Testing

private enum Level: String, StorableValue {
  case low, high
  static let placeholder = Level.low
}

private final class Lamp: StoredObject {
  @Stored(isUnique: true) var code: String
  @Stored var level: Level
  @Stored var former: Level?
  @Stored(default: 1.5) var watts: Double
  @Stored var price: Decimal?
  @Stored var made: Date?
  @Stored(default: 7) var small: Int8
  @Stored(default: []) var labels: [String]
  @Stored var ratio: Float?
  @Stored var count: UInt32?
  @Stored var octet: UInt8?
  @Stored var port: UInt16?
}

/// An attribute refuses a value that its property's type cannot represent. If the file contains such a value, the context reports it.
@Suite struct ReadableValueTests {
  private func context() throws -> (ObjectContext, Lamp) {
    let context = try ObjectContext(classes: [Lamp.self])
    let lamp = try context.insert(Lamp.self)
    (lamp.code, lamp.level, lamp.former) = ("a", .high, .high)
    try context.save()
    return (context, lamp)
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func aBatchRefusesOtherRawValues(_ rules: BatchRules) throws {
    let (context, lamp) = try context()
    for (name, value, text) in [
      ("level", QueryValue.string("odd"), #"cannot hold "odd", which is not a value of Level"#),
      ("former", .string("odd"), "which is not a value of Optional<Level>"),
      ("small", .integer(300), "which is not a value of Int8"),
      ("labels", .string("no JSON"), "which is not a value of Array<String>"),
      ("watts", .double(.nan), "cannot store NaN"),
    ] {
      let update = #expect(throws: StoreIssue.self) {
        try context.batchUpdate(Lamp.self, set: [name: value], rules: rules)
      }
      #expect(update?.kind == .wrongType && update?.description.contains(text) == true, "\(update as Any)")
      var row: [String: QueryValue] = ["code": "b", "level": "low"]
      row[name] = value
      #expect(throws: StoreIssue.self) { try context.batchInsert(Lamp.self, [row], rules: rules) }
      #expect(throws: StoreIssue.self) { try lamp.set(name, to: value) }
    }
    #expect(throws: StoreIssue.self) { try context.upsert(Lamp.self, by: ["code": "c", "level": "odd"]) }
    #expect(throws: StoreIssue.self) { try context.upsert(Lamp.self, by: [\.code: "c", \.watts: Double.nan]) }
    context.rollback()
    #expect(lamp.level == .high && lamp.former == .high && lamp.small == 7)
    #expect(try context.count(Lamp.self) == 1)
  }

  @Test func aFileWithOtherValuesIsSeen() throws {
    let (context, lamp) = try context()
    try context.database.writer?.write { try $0.execute(sql: "UPDATE Lamp SET level = 'odd', former = 'older'") }
    context.rollback()
    try context.refresh(lamp, mergingChanges: false)
    var seen: [String] = []
    context.onFailure = { seen.append("\($0)") }
    #expect(lamp.level == .low && lamp.former == nil)
    #expect(
      seen.count == 2
        && seen[0].contains(#"the value of level of Lamp[1] is "odd", which is not a value of type Level"#), "\(seen)")
    #expect(try lamp.value(of: "former").stringValue == "older")
    // Saving another change does not overwrite the unreadable value.
    lamp.small = 8
    try context.save()
    #expect(try context.count(Lamp.self, "level == 'odd' AND former == 'older' AND small == 8") == 1)
  }

  @Test func notANumberIsRefused() throws {
    let (context, lamp) = try context()
    let sets: [(String, () -> Void)] = [
      ("Lamp.watts", { lamp.watts = .nan }), ("Lamp.price", { lamp.price = .nan }),
      ("Lamp.made", { lamp.made = Date(timeIntervalSinceReferenceDate: .nan) }), ("Lamp.ratio", { lamp.ratio = .nan }),
    ]
    for (name, set) in sets {
      set()
      let failure = #expect(throws: StoreIssue.self) { try context.save() }
      #expect("\(failure as Any)".contains("\(name) cannot store NaN, which is not a number"))
    }
    #expect(lamp.watts == 1.5 && lamp.price == nil)
    lamp.watts = .infinity
    try context.save()
    #expect(try context.count(Lamp.self, "watts > 1e300") == 1)
  }

  @Test func smallNumbers() throws {
    let (context, lamp) = try context()
    (lamp.ratio, lamp.count, lamp.octet, lamp.port, lamp.small) = (0.1, .max, .max, .max, .min)
    try context.save()
    let other = try #require(try ObjectContext(context.database, classes: [Lamp.self]).first(Lamp.self))
    #expect(other.ratio == 0.1 && other.count == .max && other.octet == .max && other.port == .max)
    #expect(other.small == .min)
    #expect(try context.count(Lamp.self, "ratio == \(Float(0.1)) AND count == \(UInt32.max) AND octet > 254") == 1)
  }

  @Test func valuesByNamesAndKeyPaths() throws {
    let (context, lamp) = try context()
    let (code, day) = ("b", Date(timeIntervalSinceReferenceDate: 5))
    let rows: [[String: (any StorableValue)?]] = [
      ["code": code, "level": Level.high, "made": day], ["code": "a", "level": Level.low, "made": nil],
    ]
    #expect(try context.batchInsert(Lamp.self, rows, updatingBy: ["code"]) == 2)
    #expect(try context.batchUpdate(Lamp.self, "made == nil", set: [\.made: day, \.level: Level.high]) == 1)
    #expect(lamp.level == .high && lamp.made == day)
    #expect(try context.upsert(Lamp.self, by: [\.code: code]).made == day)
    #expect(try context.upsert(Lamp.self, by: ["code": code]).made == day)
    #expect(throws: StoreIssue.self) { try context.batchUpdate(Lamp.self, set: [\.id: 1]) }
  }
}
