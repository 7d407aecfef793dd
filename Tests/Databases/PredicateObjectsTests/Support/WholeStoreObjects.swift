import Foundation
import PredicateModel
import PredicateObjects
import PredicateSyntax
import PredicateValues

/// Objects with values of all types, in relationships of all kinds, for stores that are written as a whole.
enum WholeStoreObjects {
  static let classes: [StoredObject.Type] = [Sheet.self, ColouredSheet.self, SheetBinder.self, SheetMark.self]

  /// Texts that some format has to escape, or cannot hold as they are.
  static let texts = [
    "", " ", "a\nb\r\n\tc", "\u{0}\u{1}\u{1F}", "<b>&amp;]]>\"'\\", "é e\u{301}", "日本 🎬", "\u{FFFE}\u{FFFF}",
    "\u{FEFF}x",
    "{\"base64\":\"AAAA\"}", String(repeating: "long ", count: 40),
  ]

  /// A folder for files, which is deleted when the test ends.
  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "whole-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  static func context(_ path: String, _ kind: StoreKind, conflicts: ConflictPolicy = .fail) throws -> ObjectContext {
    try ObjectContext(path: path, kind: kind, classes: classes, conflicts: conflicts)
  }

  static func fill(_ context: ObjectContext) throws {
    let binders = try (0..<3).map { number in
      let binder = try context.insert(SheetBinder.self)
      binder.name = "binder \(number)"
      return binder
    }
    let marks = try ["red", "blue"].map { name in
      let mark = try context.insert(SheetMark.self)
      mark.name = name
      return mark
    }
    for (number, text) in texts.enumerated() {
      let sheet = try context.insert(number.isMultiple(of: 2) ? Sheet.self : ColouredSheet.self)
      sheet.text = text
      sheet.number = [0, -1, 1, .max, .min, 255, 256, 65_536, -70_000, 1 << 40, 3][number]
      sheet.real = [0, -0.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, 1e300, 1, -2.5, 3, .pi][number]
      sheet.truth = number.isMultiple(of: 3)
      sheet.at = Date(timeIntervalSinceReferenceDate: [0, 0.1, -1e9, 793_104_360, 1e10, .pi, 1, 2, 3, 4, 5][number])
      sheet.bytes = Data((0..<number).map { UInt8(250 + $0 % 6) })
      sheet.token =
        number.isMultiple(of: 4) ? nil : UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C\(number % 10)")
      sheet.price = number.isMultiple(of: 5) ? nil : Decimal(string: "12.\(number)50")
      sheet.marks = number.isMultiple(of: 2) ? marks : []
      (sheet as? ColouredSheet)?.colour = "green"
    }
    binders[0].sheets = try context.fetch(Sheet.self).reversed()
    try context.save()
  }

  /// All values of the objects, as text.
  static func description(_ context: ObjectContext) throws -> [String] {
    let sheets = try context.fetch(Sheet.self, sortedBy: "id").map { sheet in
      let values = try ["text", "number", "real", "truth", "at", "bytes", "token", "price"].map { name in
        let value = try sheet.value(of: name)
        if case .double(let number) = value { return "\(name) \(number.bitPattern)" }
        if case .date(let number) = value { return "\(name) \(number.bitPattern)" }
        if case .string(let text) = value { return "\(name) \(Array(text.utf8))" }
        return "\(name) \(value)"
      }
      let marks = sheet.marks.map { "\($0.id)" }
      return "\(sheet.id) \(type(of: sheet)) \(values) \(marks) \(sheet.binder.map { "\($0.id)" } ?? "")"
    }
    let binders = try context.fetch(SheetBinder.self, sortedBy: "id").map { binder in
      "\(binder.id) \(binder.name) \(binder.sheets.map { "\($0.id)" })"
    }
    return sheets + binders + context.failures.map { "\($0)" }
  }
}

class Sheet: StoredObject {
  @Stored var text: String
  @Stored(default: 0) var number: Int
  @Stored(default: 0) var real: Double
  @Stored(default: false) var truth: Bool
  @Stored var at: Date
  @Stored var bytes: Data
  @Stored var token: UUID?
  @Stored var price: Decimal?
  @ToOne var binder: SheetBinder?
  @ToMany(inverse: \.sheets) var marks: [SheetMark]
}

final class ColouredSheet: Sheet {
  @Stored var colour: String?
}

final class SheetBinder: StoredObject {
  override class var entityName: String { "Binder" }
  @Stored(isUnique: true) var name: String
  @ToMany(inverse: \.binder, deleteRule: .cascade, isOrdered: true) var sheets: [Sheet]
}

final class SheetMark: StoredObject {
  override class var entityName: String { "Mark" }
  @Stored var name: String
  @ToMany var sheets: [Sheet]
}
