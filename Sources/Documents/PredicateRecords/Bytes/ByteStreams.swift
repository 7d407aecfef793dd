import Foundation

/// A source of bytes: a file, a pipe, memory.
public protocol ByteSource {
  /// Reads bytes into a buffer, and returns their number; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int

  /// Whether reading now would wait for more input.
  var wouldWait: Bool { get }
}

/// A failure to read bytes: the system's error number and message.
public struct ReadFailure: Error, Sendable, CustomStringConvertible {
  /// The system's error number.
  public let code: Int32

  /// A failure with a number of the system (`errno`).
  public init(code: Int32) {
    self.code = code
  }

  /// The system's message.
  public var description: String { String(cString: strerror(code)) }
}

/// Bytes from an open file descriptor. The source does not close it.
public struct DescriptorSource: ByteSource {
  private let descriptor: Int32

  /// A source that reads from a descriptor.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads the available bytes, as many as fit. Waits if there are none yet.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw ReadFailure(code: errno) }
    }
  }

  /// Polls the descriptor. Always false for a regular file.
  public var wouldWait: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 0
  }
}

/// Bytes in memory, read in portions of a limited size. For tests.
public struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let portion: Int
  private var position = 0
  /// Whether the source pretends to wait before each portion.
  public let wouldWait: Bool

  /// A source of the bytes, in portions of at most `portion`.
  public init(_ bytes: some Sequence<UInt8>, portion: Int = .max, wouldWait: Bool = false) {
    self.bytes = Array(bytes)
    self.portion = max(1, portion)
    self.wouldWait = wouldWait
  }

  /// Reads the next portion.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(portion, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

/// A destination of bytes: a file, a pipe, memory.
public protocol ByteOutput: AnyObject {
  /// Writes bytes. The output may buffer them.
  func write(_ bytes: UnsafeBufferPointer<UInt8>)

  /// Writes the buffered bytes.
  func flush()

  /// Whether the output has failed, so that further bytes are lost: the disk is full, or the reading end is closed.
  var hasFailed: Bool { get }
}

extension ByteOutput {
  /// Takes some bytes.
  package func write(bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write($0) } }

  /// Takes the bytes of a text.
  package func write(text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  func write(_ text: StaticString) {
    write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// An output that passes each line to a closure, without its line feed.
package final class LineOutput: ByteOutput {
  private let take: ([UInt8]) -> Void
  private let flushed: () -> Void
  private let isFull: () -> Bool
  private var line: [UInt8] = []

  /// - Parameters:
  ///   - Whether the receiver wants no more lines. ``hasFailed`` is then true, so that the writer stops.
  ///   - flushed: Called when the written lines should be used now.
  package init(isFull: @escaping () -> Bool, flushed: @escaping () -> Void, take: @escaping ([UInt8]) -> Void) {
    self.isFull = isFull
    self.flushed = flushed
    self.take = take
  }

  package var hasFailed: Bool { isFull() }

  package func flush() { flushed() }

  package func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      take(line)
      line.removeAll(keepingCapacity: true)
    }
  }
}
