import Foundation
import PredicateRecords

/// An output on a file descriptor, buffered by ourselves: the C streams are libedit's.
public final class FileOutput: ShellOutput, ByteOutput {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// Called before bytes go out: what else is on the screen may have to go.
  package var willWrite: (() -> Void)?

  /// Whether something could not be written: the disk is full, nobody reads any more.
  public private(set) var hasFailed = false

  /// An output on an open descriptor, which is not closed by it.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { flush() }

  /// Buffers, and writes when there is enough.
  public func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { flush() }
  }

  /// Buffers bytes, and writes when there is enough.
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { flush() }
  }

  /// Writes everything. After a failure nothing is written any more.
  public func flush() {
    var offset = 0
    if !buffer.isEmpty { willWrite?() }
    while offset < buffer.count, !hasFailed {
      let written = buffer.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      if written > 0 {
        offset += written
      } else if written < 0, errno == EINTR || errno == EAGAIN {
        continue
      } else {
        hasFailed = true
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
