import Foundation

/// Where bytes come from: a file, a pipe, memory.
public protocol ByteSource {
  /// Writes bytes into a buffer, and tells how many; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int

  /// Whether reading now would wait for somebody to write.
  var wouldWait: Bool { get }
}

/// Why bytes cannot be read: the system's number and words.
public struct ReadFailure: Error, Sendable, CustomStringConvertible {
  /// The system's number.
  public let code: Int32

  /// A failure.
  public init(code: Int32) {
    self.code = code
  }

  /// The system's words.
  public var description: String { String(cString: strerror(code)) }
}

/// Bytes from an open file descriptor, which is not closed by it.
public struct DescriptorSource: ByteSource {
  private let descriptor: Int32

  /// A source of what is read from a descriptor.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads what there is, as much as fits; waits where there is nothing yet.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw ReadFailure(code: errno) }
    }
  }

  /// Asks the system. A file never waits.
  public var wouldWait: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 0
  }
}

/// Bytes in memory, in portions that never hold more than so many: what tests read.
public struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let portion: Int
  private var position = 0
  /// Whether each portion seems to be waited for.
  public let wouldWait: Bool

  /// A source of bytes.
  public init(_ bytes: some Sequence<UInt8>, portion: Int = .max, wouldWait: Bool = false) {
    self.bytes = Array(bytes)
    self.portion = max(1, portion)
    self.wouldWait = wouldWait
  }

  /// The next portion.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(portion, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

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
  /// Takes some bytes.
  package func write(bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write($0) } }

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

/// An output whose lines somebody takes, without their line feeds.
package final class LineOutput: ByteOutput {
  private let take: ([UInt8]) -> Void
  private let flushed: () -> Void
  private let isFull: () -> Bool
  private var line: [UInt8] = []

  /// - Parameters:
  ///   - isFull: Whether no more lines are wanted: then the output has failed for the one that writes.
  ///   - flushed: Called when what was written should be used now.
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
