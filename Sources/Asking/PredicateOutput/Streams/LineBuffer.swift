import PredicateValues

/// Collects lines as bytes and writes them in blocks. With a string per cell and per line, making these strings would take most of the time of a long answer.
struct LineBuffer {
  private var bytes: [UInt8] = []
  private let output: any ShellOutput
  private static let blockSize = 1 << 16

  init(_ output: any ShellOutput) { self.output = output }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends spaces; none for a number below 1.
  mutating func append(spaces count: Int) {
    if count > 0 { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count)) }
  }

  /// Appends the decimal digits of a number.
  mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (start, rest) = (digits.count, number.magnitude)
      repeat {
        start -= 1
        digits[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Appends a date as `2024-01-31T09:30:15Z`.
  mutating func append(date: Double) { ISODate.append(date, to: &bytes) }

  /// Appends a text, and replaces some of its bytes. Only ASCII characters can be replaced.
  ///
  /// - Parameter replacement: The bytes for a byte; nil for a byte that stays.
  mutating func append(_ text: String, replacing replacement: (UInt8) -> StaticString?) {
    for byte in text.utf8 {
      guard let found = replacement(byte) else {
        bytes.append(byte)
        continue
      }
      found.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
  }

  /// Ends a line. A full block is written.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.blockSize { flush() }
  }

  /// Writes the lines that are not yet written.
  mutating func flush() {
    guard !bytes.isEmpty else { return }
    output.write(String(decoding: bytes, as: UTF8.self))
    bytes.removeAll(keepingCapacity: true)
  }
}
