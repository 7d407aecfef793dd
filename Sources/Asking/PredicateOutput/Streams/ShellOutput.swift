import Foundation
import PredicateRecords

/// The destination of a session's text: a terminal, a file, a text for a test.
public protocol ShellOutput: AnyObject {
  /// Takes more text. Lines end with a line feed.
  func write(_ text: String)

  /// Writes the text that is still in the buffer.
  func flush()

  /// Whether written text is lost, because the disk is full or the pipe has no reader. The program should then stop.
  var hasFailed: Bool { get }

  /// Whether written text may have colours.
  var hasColors: Bool { get }
}

extension ShellOutput {
  /// Does nothing: by default there is no buffer.
  public func flush() {}

  /// False by default.
  public var hasFailed: Bool { false }

  /// False by default.
  public var hasColors: Bool { false }
}

/// An output that collects its text in memory.
public final class TextOutput: ShellOutput {
  /// The text that was written since the start or the last ``take()``.
  public private(set) var text = ""
  /// Whether the text may have colours.
  public let hasColors: Bool

  /// An empty output.
  public init(hasColors: Bool = false) {
    self.hasColors = hasColors
  }

  /// Appends.
  public func write(_ text: String) { self.text += text }

  /// Returns the written text and clears it.
  public func take() -> String {
    defer { text = "" }
    return text
  }
}

/// An output that holds text back until the caller releases or takes it.
package final class HeldOutput: ShellOutput {
  private let target: any ShellOutput
  private var held: String?

  /// Holds text for an output back, or (without `holds`) passes it on immediately.
  package init(_ target: any ShellOutput, holds: Bool) {
    self.target = target
    held = holds ? "" : nil
  }

  package func write(_ text: String) {
    if held == nil { target.write(text) } else { held?.append(text) }
  }

  /// Passes on the held text. Later text is passed on immediately.
  package func release() {
    if let text = held { target.write(text) }
    held = nil
  }

  /// Returns the held text and drops it; nil if no text is held back.
  package func take() -> String? {
    defer { held = nil }
    return held
  }

  package func flush() { target.flush() }

  package var hasFailed: Bool { target.hasFailed }
}

/// An output on a file descriptor with its own buffer. C streams are not used, because libedit writes to them.
public final class FileOutput: ShellOutput, ByteOutput {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  /// Called before bytes are written, so that other text can be removed from the screen.
  package var willWrite: (() -> Void)?

  /// Whether a write failed: the disk is full, or the pipe has no reader.
  public private(set) var hasFailed = false

  /// An output on an open descriptor, which it does not close.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether colours are written to a terminal that supports them.
  package var allowsColors = true

  /// True on a terminal that supports colours, unless `NO_COLOR` is set or ``allowsColors`` is false.
  public var hasColors: Bool {
    allowsColors && TerminalFacts.showsColors(descriptor, environment: ProcessInfo.processInfo.environment)
  }

  deinit { flush() }

  /// Adds text to the buffer, and writes the buffer if it is full.
  public func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { flush() }
  }

  /// Adds bytes to the buffer, and writes the buffer if it is full.
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { flush() }
  }

  /// Writes the buffer. After a failed write, this function does nothing.
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
