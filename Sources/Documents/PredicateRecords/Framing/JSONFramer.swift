import PredicateDocuments

/// Finds the elements of JSON arrays, or successive JSON values, on any number of lines.
///
/// Only brackets and strings are examined. After text that is not a value, reading continues at the next line that begins with an object.
struct JSONFramer: RecordFramer {
  private enum Place {
    case outside
    case arrayStart
    case afterElement
    case afterComma
  }

  private var place = Place.outside
  private(set) var hasArray = false

  mutating func next(in window: ByteWindow) throws(ReadFailure) -> FramedRecord {
    while true {
      guard let symbol = try Self.nextSymbol(of: window) else {
        guard place != .outside else { return .end }
        place = .outside
        return .broken(Self.issue(.unexpectedEnd, at: window.first, in: window))
      }
      switch (place, symbol) {
      case (.outside, UInt8(ascii: "[")):
        place = .arrayStart
        hasArray = true
        window.take(1)
      case (.arrayStart, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
        place = .outside
        window.take(1)
      case (.afterElement, UInt8(ascii: ",")):
        place = .afterComma
        window.take(1)
      case (.afterElement, UInt8(ascii: "{")):
        place = .afterComma
        return .broken(Self.issue(.unexpectedCharacter, at: window.first, in: window))
      case (.afterElement, _):
        return try skip(window, .unexpectedCharacter)
      default:
        guard JSONByte.canStartValue(symbol) else { return try skip(window, .unexpectedCharacter) }
        return try element(of: window)
      }
    }
  }

  /// Removes the array element or the value at the window's first byte from the window and returns it. If its JSON is too long or incomplete, the
  /// result is the record `broken`. Only a failure to read the input is thrown.
  private mutating func element(of window: ByteWindow) throws(ReadFailure) -> FramedRecord {
    var extent = JSONExtent()
    while true {
      let unread = window.unread
      var length = extent.end(in: unread)
      if length == nil {
        if unread.count > RecordLimits.length {
          let issue = RecordIssue.tooLong(line: window.line(of: window.first), limit: RecordLimits.length)
          try skipToObject(window)
          return .broken(issue)
        }
        if try window.more() { continue }
        guard extent.isComplete else { return try skip(window, .unexpectedEnd) }
        length = unread.count
      }
      if place != .outside { place = .afterElement }
      let record = UnsafeBufferPointer(rebasing: window.unread[..<(length ?? 0)])
      window.take(record.count)
      return .record(record)
    }
  }

  private mutating func skip(
    _ window: ByteWindow, _ reason: JSONError.Reason
  ) throws(ReadFailure) -> FramedRecord {
    let issue = Self.issue(reason, at: window.first, in: window)
    try skipToObject(window)
    return .broken(issue)
  }

  private static func issue(
    _ reason: JSONError.Reason, at place: UnsafePointer<UInt8>, in window: ByteWindow
  ) -> RecordIssue {
    RecordIssue(line: window.line(of: place), reason)
  }

  /// Skips the rest of the line, and the following lines up to one that begins with an object or with the end of the array.
  private mutating func skipToObject(_ window: ByteWindow) throws(ReadFailure) {
    repeat {
      guard try LineFramer.takeLine(of: window), let symbol = try Self.nextSymbol(of: window) else { return }
      if symbol == UInt8(ascii: "{") {
        if place != .outside { place = .afterComma }
        return
      }
      if symbol == UInt8(ascii: "]"), place != .outside {
        place = .afterElement
        return
      }
    } while true
  }

  /// The next byte that is not white space; the window then begins with it.
  private static func nextSymbol(of window: ByteWindow) throws(ReadFailure) -> UInt8? {
    while true {
      if let offset = window.unread.firstIndex(where: { !JSONByte.isSpace($0) }) {
        window.take(offset)
        return window.unread[0]
      }
      window.take(window.unread.count)
      if try !window.more() { return nil }
    }
  }
}

/// Finds the end of a JSON value piece by piece.
struct JSONExtent {
  private var offset = 0
  private var depth = 0
  private var isInString = false

  /// Whether the value may end with the last byte so far, because it is a number or a word such as `true`.
  private(set) var isComplete = false

  /// The end of the value that begins with the first byte; nil if more bytes are needed. A later call must pass the same bytes with more appended.
  mutating func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let first = bytes.first else { return nil }
    if first != UInt8(ascii: "{"), first != UInt8(ascii: "["), first != UInt8(ascii: "\"") {
      isComplete = true
      let end = bytes[max(offset, 1)...].firstIndex(where: JSONByte.endsWord)
      offset = bytes.count
      return end
    }
    let end = base + bytes.count
    var place = base + offset
    defer { offset = place - base }
    while place < end {
      if isInString {
        place = JSONByte.quoteOrBackslash(from: place, to: end)
        guard place < end else { return nil }
        if place.pointee == UInt8(ascii: "\\") {
          guard end - place >= 2 else { return nil }
          place += 2
          continue
        }
        isInString = false
        place += 1
        if depth == 0 { return place - base }
      }
      while place < end {
        let byte = place.pointee
        place += 1
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return place - base }
        default: continue
        }
        if isInString { break }
      }
    }
    return nil
  }
}
