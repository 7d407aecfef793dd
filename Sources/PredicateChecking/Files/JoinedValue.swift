/// A value that a program joins to literals: `"name == '" + name + "'"`.
enum JoinedValue {
  /// A value that is longer than this ends nowhere.
  private static let mostBytes = 400

  /// The end of the value at a place: a sign of joining, a comma, a semicolon or the bracket that closes the call. Nil where none comes soon.
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    for index in bytes[start...].prefix(mostBytes).indices {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"): if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }
}
