/// Where bytes go: a file, a pipe, memory.
public protocol ByteOutput: AnyObject {
  /// Takes more bytes, and may keep them for a while.
  func write(_ bytes: UnsafeBufferPointer<UInt8>)

  /// Hands on what was kept.
  func flush()

  /// Whether what is written goes nowhere any more: the disk is full, nobody reads.
  var hasFailed: Bool { get }
}

extension ByteOutput {
  /// Takes the bytes of a text.
  package func write(text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  /// Takes the bytes of a constant text.
  func write(_ text: StaticString) {
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
