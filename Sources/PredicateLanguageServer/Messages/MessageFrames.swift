/// Splits a stream of bytes into the messages of the protocol: `Content-Length: 42`, an empty line, and so many bytes.
///
/// ```swift
/// var frames = MessageFrames()
/// frames.append(bytes)
/// while let message = try frames.next() { … }
/// ```
struct MessageFrames {
  /// The longest message that is read, in bytes.
  static let sizeLimit = 64 << 20
  /// The longest header that is read, in bytes.
  private static let headerLimit = 4_096

  private var buffer: [UInt8] = []
  /// What was handed out already.
  private var position = 0

  /// Takes what was read.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  /// The next whole message; nil where it has not arrived yet.
  ///
  /// - Throws: ``FramingError`` where no message can be found any more.
  mutating func next() throws(FramingError) -> ArraySlice<UInt8>? {
    let rest = buffer[position...]
    guard let (header, body) = Self.headerEnd(of: rest) else {
      if rest.count > Self.headerLimit { throw FramingError("a header of more than \(Self.headerLimit) bytes") }
      return nil
    }
    let length = try Self.length(in: String(decoding: rest[..<header], as: UTF8.self))
    guard rest.endIndex - body >= length else { return nil }
    position = body + length
    return rest[body..<(body + length)]
  }

  /// Where the header ends and where the message begins.
  private static func headerEnd(of bytes: ArraySlice<UInt8>) -> (Int, Int)? {
    bytes.prefix(headerLimit + 4).firstRange(of: "\r\n\r\n".utf8).map { ($0.lowerBound, $0.upperBound) }
  }

  private static func length(in header: String) throws(FramingError) -> Int {
    for line in header.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].drop { $0 == " " }
      guard let length = Int(digits), length >= 0 else { throw FramingError("a Content-Length that is no number") }
      guard length <= sizeLimit else { throw FramingError("a message of more than \(sizeLimit) bytes") }
      return length
    }
    throw FramingError("a header without Content-Length")
  }

  /// A message with its header.
  static func frame(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}
