/// A value in a file that is written as a whole, before it means anything: what JSON and property lists have in common.
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
