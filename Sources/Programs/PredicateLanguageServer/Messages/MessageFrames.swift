/// Splits a stream of bytes into messages of the protocol: `Content-Length: 42`, an empty line, and that number of bytes.
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
  /// The offset after the bytes of messages that were already returned.
  private var position = 0

  /// Adds bytes that were received.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  /// The next complete message; nil if it has not arrived completely.
  ///
  /// - Throws: ``FramingError`` if the bytes are not a message.
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

  /// The end offset of the header, and the start offset of the message.
  private static func headerEnd(of bytes: ArraySlice<UInt8>) -> (Int, Int)? {
    bytes.prefix(headerLimit + 4).firstRange(of: "\r\n\r\n".utf8).map { ($0.lowerBound, $0.upperBound) }
  }

  private static func length(in header: String) throws(FramingError) -> Int {
    for line in header.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].drop { $0 == " " }
      guard let length = Int(digits), length >= 0 else { throw FramingError("a Content-Length that is not a number") }
      guard length <= sizeLimit else { throw FramingError("a message of more than \(sizeLimit) bytes") }
      return length
    }
    throw FramingError("a header without Content-Length")
  }

  /// A message preceded by its header.
  static func frame(_ message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
  }
}

/// The error for bytes that are not a message of the protocol. No later message can be read.
struct FramingError: Error, CustomStringConvertible {
  let description: String

  init(_ found: String) { description = "expected a message of the language server protocol, found \(found)" }
}

/// Replaces unpaired surrogates in the escapes of a message, for example `\ud83d` at the end of a string. Editors that store UTF-16 send them while
/// the user types. JSON parsers would refuse the whole message.
enum LoneSurrogates {
  /// The message with `\ufffd` instead of each unpaired surrogate. Both are one UTF-16 unit, so positions stay the same.
  static func replaced(in message: some Sequence<UInt8>) -> [UInt8] {
    var bytes = Array(message)
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      guard let unit = escapedUnit(in: bytes, at: position) else {
        // Skips another escape with its second byte, which may be a backslash.
        position += 2
        continue
      }
      let next = escapedUnit(in: bytes, at: position + escapeLength)
      if UTF16.isLeadSurrogate(unit), let next, UTF16.isTrailSurrogate(next) {
        position += 2 * escapeLength
        continue
      }
      if UTF16.isSurrogate(unit) {
        bytes.replaceSubrange(position..<(position + escapeLength), with: #"\ufffd"#.utf8)
      }
      position += escapeLength
    }
    return bytes
  }

  private static var escapeLength: Int { 6 }

  /// The UTF-16 unit of an escape such as `\u00e9`; nil if no escape begins at the position.
  private static func escapedUnit(in bytes: [UInt8], at position: Int) -> UInt16? {
    guard position + escapeLength <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = bytes[(position + 2)..<(position + escapeLength)]
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
