/// Makes choices from the bytes of an input. After the last byte each choice is the first one.
struct ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 to `count - 1`.
  mutating func number(below count: Int) -> Int { Int(byte()) % count }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

  mutating func isOneIn(_ count: Int) -> Bool { number(below: count) == count - 1 }

  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }
}
