/// A value in a file that is written as a whole, before it is interpreted: the values that JSON and property lists have in common.
enum StoreNode {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case data([UInt8])
  case list([StoreNode])
  case dictionary([StoreMember])

  /// The kind of value, for messages.
  var word: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a number"
    case .text: "a text"
    case .data: "data"
    case .list: "a list"
    case .dictionary: "a dictionary"
    }
  }
}

/// A name in a dictionary of a file that is written as a whole, and its value.
struct StoreMember {
  let name: String
  let value: StoreNode

  init(_ name: String, _ value: StoreNode) {
    self.name = name
    self.value = value
  }
}

/// The damage in the contents of a file that is written as a whole, and its place.
struct StoreFileDamage: Error {
  /// `line 3, column 7`, `byte 120`, `tables.Movie[4].year`.
  let place: String
  let message: String

  init(_ message: String, at place: String) {
    self.place = place
    self.message = message
  }

  /// Damage of a text, at an offset in its bytes.
  init(_ message: String, in bytes: [UInt8], at offset: Int) {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // The column counts characters: each UTF-8 character has exactly one byte that is not a continuation byte.
    let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    self.init(message, at: "line \(line), column \(column)")
  }
}
