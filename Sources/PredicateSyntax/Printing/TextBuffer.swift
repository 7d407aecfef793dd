/// Text that is being written: UTF-8 bytes, since appending them costs half of what appending to a `String` does.
struct TextBuffer: TextOutputStream {
  private var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  @inline(__always)
  static func += (left: inout TextBuffer, right: String) {
    var right = right
    right.withUTF8 { left.bytes.append(contentsOf: $0) }
  }

  static func += (left: inout TextBuffer, right: Unicode.Scalar) {
    if let encoded = UTF8.encode(right) { left.bytes.append(contentsOf: encoded) }
  }

  mutating func write(_ string: String) { self += string }
}
