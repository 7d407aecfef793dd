import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import PredicateValues

/// The keys of a random model's tables: texts, numbers, bytes, several columns, with row numbers and without.
struct RandomKeys {
  enum Kind: CaseIterable {
    case integer
    case text
    case real
    case blob
    case pair
    case rowNumber
  }

  struct Key {
    let kind: Kind
    let hasRowNumbers: Bool
  }

  let keys: [String: Key]

  init(_ names: [String], _ random: inout SplitMix64) {
    var keys: [String: Key] = [:]
    for name in names {
      // Tables of pairs need a primary key.
      let kinds = Kind.allCases.filter { $0 != .rowNumber || name == "Department" || name == "Badge" }
      let kind = kinds.randomElement(using: &random) ?? .text
      let hasRowNumbers = kind == .integer || kind == .rowNumber || Bool.random(using: &random)
      keys[name] = Key(kind: kind, hasRowNumbers: hasRowNumbers)
    }
    self.keys = keys
  }

  private func kind(_ entity: String) -> Kind { keys[entity]?.kind ?? .integer }

  /// Whether the objects have no integer key, so that the context numbers them.
  func isNumbered(_ entity: String) -> Bool { keys[entity]?.hasRowNumbers == false }

  func columns(_ entity: String) -> [String] {
    switch kind(entity) {
    case .integer, .rowNumber: ["id"]
    case .pair: ["part", "place"]
    case .text, .real, .blob: ["code"]
    }
  }

  func key(_ entity: String) -> EntityKey {
    switch kind(entity) {
    case .integer: .integer("id")
    // Foreign keys refer to a unique column, and row numbers name the rows.
    case .rowNumber: EntityKey(columns: [], referenceColumn: "rowid")
    default: EntityKey(columns: columns(entity), referenceColumn: keys[entity]?.hasRowNumbers == true ? "rowid" : nil)
    }
  }

  private func types(_ entity: String) -> [(type: QueryType, storage: AttributeStorage, sql: String)] {
    switch kind(entity) {
    case .integer, .rowNumber: [(.integer, .integer, "INTEGER")]
    case .text: [(.string, .text, "TEXT")]
    case .real: [(.double, .real, "REAL")]
    case .blob: [(.data, .blob, "BLOB")]
    case .pair: [(.string, .text, "TEXT"), (.integer, .integer, "INTEGER")]
    }
  }

  /// The attributes of columns that hold a key.
  func attributes(_ entity: String, named names: [String]) -> [Attribute] {
    if kind(entity) == .integer { return [] }
    return zip(names, types(entity)).map { name, type in
      Attribute(name: name, type: type.type, isOptional: true, storage: type.storage, isTrusted: true)
    }
  }

  func columnTypes(_ entity: String) -> [String] { types(entity).map(\.sql) }

  /// The values of the key with a number.
  func values(_ entity: String, _ number: Int) -> [(name: String, value: QueryValue)] {
    let columns = columns(entity)
    switch kind(entity) {
    case .integer: return []
    case .rowNumber: return [(columns[0], .integer(Int64(number)))]
    // Texts that do not sort like the numbers.
    case .text: return [(columns[0], .string("k\(number)"))]
    case .real: return [(columns[0], .double(Double(number) / 4))]
    case .blob: return [(columns[0], .data([UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF), 7]))]
    case .pair: return [(columns[0], .string("p\(number / 3)")), (columns[1], .integer(Int64(number % 3)))]
    }
  }

  /// How a table declares its key.
  func declaration(_ entity: String) -> [String] {
    switch kind(entity) {
    case .integer: ["id INTEGER PRIMARY KEY"]
    case .rowNumber: ["id INTEGER UNIQUE, note_of_row TEXT"]
    default:
      zip(columns(entity), columnTypes(entity)).map { "\($0) \($1)" }
        + ["PRIMARY KEY (\(columns(entity).joined(separator: ", ")))"]
    }
  }
}
