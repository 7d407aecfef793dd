import PredicateChecking

/// Where the values of a JSON text stand, by their paths: `entities.0.attributes.2`. The text is known to be JSON.
struct JSONPlaces {
  private let bytes: [UInt8]
  private var position = 0
  private var offsets: [String: Int] = [:]

  init(_ text: String) {
    bytes = Array(text.utf8)
    read("")
  }

  /// Line and column of a value, from 1; of the nearest value around it where there is none.
  func place(of path: String) -> (line: Int, column: Int) {
    var path = path[...]
    while offsets[String(path)] == nil, let dot = path.lastIndex(of: ".") { path = path[..<dot] }
    return FileLines(bytes).position(offsets[String(path)] ?? 0)
  }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func read(_ path: String) {
    skipSpace()
    offsets[path] = position
    func inside(_ name: String) -> String { path.isEmpty ? name : path + "." + name }
    switch byte {
    case UInt8(ascii: "{"):
      forEachElement(until: UInt8(ascii: "}")) { places, _ in
        let name = places.text()
        places.skipSpace()
        places.position += 1
        places.read(inside(name))
      }
    case UInt8(ascii: "["):
      forEachElement(until: UInt8(ascii: "]")) { places, index in places.read(inside("\(index)")) }
    case UInt8(ascii: "\""): _ = text()
    default: while position < bytes.count, !",]} \n\r\t".utf8.contains(byte) { position += 1 }
    }
  }

  private mutating func forEachElement(until end: UInt8, _ body: (inout JSONPlaces, Int) -> Void) {
    position += 1
    skipSpace()
    var index = 0
    while byte != end, position < bytes.count {
      body(&self, index)
      index += 1
      skipSpace()
      if byte == UInt8(ascii: ",") { position += 1 }
      skipSpace()
    }
    position += 1
  }

  /// Reads a text, without its quotes. Keys of model files have no escapes.
  private mutating func text() -> String {
    position += 1
    let start = position
    while position < bytes.count, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    let end = min(position, bytes.count)
    position = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
