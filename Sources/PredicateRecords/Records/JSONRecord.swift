import PredicateValues

/// An object of JSON in place: finds the members that a predicate names and reads their values when they are asked for.
///
/// It is used again for record after record, and by one thread: it is `Sendable` in word only, because values hold objects.
final class JSONRecord: QueryObject, @unchecked Sendable {
  /// A member that is looked at.
  private struct Slot {
    let name: String
    let bytes: [UInt8]
    /// What is looked at in its own members, where nothing else is asked of it.
    let nested: JSONRecord?
    var value = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Whether a record had it.
    var wasFound = false
    /// Whether the value is an object.
    var holdsObject = false
    /// Whether a record had an object here that was not looked into.
    var wasSkipped = false
  }

  private var slots: [Slot]
  /// What was wrong with a value that was asked for.
  private(set) var failure: JSONError?
  private let hasNested: Bool
  /// Where the record begins.
  private var start: UnsafePointer<UInt8>?
  /// The names that the first of the records has; nil before ``noteNames(of:)``.
  private var firstNames: [String]?
  /// Whether a record inside of another is that of the present one.
  private var isCurrent = false

  /// A record of which a predicate looks at some members.
  init(_ tree: KeyTree) {
    slots = tree.children.map { child in
      let nested = child.tree.isWhole || child.tree.children.isEmpty ? nil : JSONRecord(child.tree)
      return Slot(name: child.name, bytes: Array(child.name.utf8), nested: nested)
    }
    hasNested = slots.contains { $0.nested != nil }
  }

  /// No entity declares it.
  var entityName: String { "" }

  /// No row is behind it.
  var reference: ObjectReference? { nil }

  /// The names that are looked at.
  var keys: [String] { slots.map(\.name) }

  /// Whether the names of the first record are noted.
  var knowsFirst: Bool { firstNames != nil }

  /// Notes the names of the first record.
  func noteNames(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) { firstNames = try Self.names(of: bytes) }

  /// The paths that no record has had so far, each with the names that the first record has beside the path's last name. A path into an
  /// object is left out where one of those objects was not looked into.
  var pathsNeverFound: [(path: [String], names: [String])] {
    slots.flatMap { slot -> [(path: [String], names: [String])] in
      guard slot.wasFound else { return [([slot.name], firstNames ?? [])] }
      guard let nested = slot.nested, nested.knowsFirst, !slot.wasSkipped, !Self.isSkipped(slot) else { return [] }
      return nested.pathsNeverFound.map { ([slot.name] + $0.path, $0.names) }
    }
  }

  /// Whether the present record has an object in a slot that was not looked into.
  private static func isSkipped(_ slot: Slot) -> Bool {
    slot.holdsObject && slot.nested?.isCurrent == false
  }

  /// The position of a member among those that are looked at.
  func slot(of name: String) -> Int? { slots.firstIndex { $0.name.hasSameScalars(as: name) } }

  /// Finds the members of an object. Throws where the bytes are not one object of JSON, whatever is asked of it.
  func load(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    failure = nil
    if hasNested {
      for index in slots.indices {
        if Self.isSkipped(slots[index]) { slots[index].wasSkipped = true }
        slots[index].nested?.isCurrent = false
      }
    }
    guard let start = bytes.baseAddress else { throw JSONError(.unexpectedEnd, at: 0) }
    self.start = start
    var scanner = JSONScanner(start: start, end: start + bytes.count)
    try slots.withUnsafeMutableBufferPointer { slots throws(JSONError) in
      for index in slots.indices {
        slots[index].value = UnsafeBufferPointer(start: nil, count: 0)
        slots[index].holdsObject = false
      }
      try Self.find(slots, &scanner)
    }
  }

  /// The names of the members of an object. No value is read.
  static func names(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [String] {
    guard let start = bytes.baseAddress else { return [] }
    var scanner = JSONScanner(start: start, end: start + bytes.count)
    var names: [String] = []
    guard try scanner.nextSymbol() == UInt8(ascii: "{") else { return [] }
    repeat {
      scanner.position += 1
      guard try scanner.nextSymbol() == UInt8(ascii: "\"") else { break }
      scanner.position += 1
      names.append(try scanner.string())
      guard try scanner.nextSymbol() == UInt8(ascii: ":") else { break }
      scanner.position += 1
      scanner.skipSpace()
      try scanner.skipValue()
    } while try scanner.nextSymbol() == UInt8(ascii: ",")
    return names
  }

  private static func find(
    _ slots: UnsafeMutableBufferPointer<Slot>, _ scanner: inout JSONScanner
  ) throws(JSONError) {
    guard try scanner.nextSymbol() == UInt8(ascii: "{") else { throw scanner.unexpected() }
    scanner.position += 1
    var symbol = try scanner.nextSymbol()
    while symbol != UInt8(ascii: "}") {
      guard symbol == UInt8(ascii: "\"") else { throw scanner.unexpected() }
      let slot = try name(slots, &scanner)
      guard try scanner.nextSymbol() == UInt8(ascii: ":") else { throw scanner.unexpected() }
      scanner.position += 1
      scanner.skipSpace()
      let value = scanner.position
      try scanner.skipValue()
      // Of two members of one name the last counts.
      if slot >= 0 {
        slots[slot].value = UnsafeBufferPointer(start: value, count: scanner.position - value)
        slots[slot].holdsObject = value.pointee == UInt8(ascii: "{")
        slots[slot].wasFound = true
      }
      symbol = try scanner.nextSymbol()
      if symbol == UInt8(ascii: ",") {
        scanner.position += 1
        symbol = try scanner.nextSymbol()
        guard symbol != UInt8(ascii: "}") else { throw scanner.unexpected() }
      } else if symbol != UInt8(ascii: "}") {
        throw scanner.unexpected()
      }
    }
    scanner.position += 1
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw JSONError(.trailingText, at: scanner.offset) }
  }

  /// Takes a member's name, and tells which of the slots it is; -1 for none.
  @inline(__always)
  private static func name(
    _ slots: UnsafeMutableBufferPointer<Slot>, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Int {
    scanner.position += 1
    let first = scanner.position
    let hasEscapes = try scanner.skipString()
    let count = scanner.position - first - 1
    if hasEscapes {
      scanner.position = first
      let text = try scanner.string()
      return slots.firstIndex { $0.name.hasSameScalars(as: text) } ?? -1
    }
    for index in slots.indices where slots[index].bytes.count == count {
      let isSame = slots[index].bytes.withUnsafeBufferPointer { bytes in
        for offset in 0..<count where bytes[offset] != first[offset] { return false }
        return true
      }
      if isSame { return index }
    }
    return -1
  }

  /// The bytes of a member that is a string and stands for itself: without escapes, in ASCII. Nil for any other.
  @inline(__always)
  func plainText(of slot: Int) -> UnsafeBufferPointer<UInt8>? {
    let value = slots[slot].value
    guard value.count >= 2, value[0] == UInt8(ascii: "\"") else { return nil }
    let text = UnsafeBufferPointer(rebasing: value[1..<value.count - 1])
    return JSONByte.arePlain(text) ? text : nil
  }

  /// The value of a member that is a number of few digits; nil for any other.
  @inline(__always)
  func plainNumber(of slot: Int) -> Double? { PlainNumber(slots[slot].value)?.double }

  /// The value of a member; nil where the record does not have it.
  func value(of slot: Int) -> QueryValue {
    let bytes = slots[slot].value
    guard !bytes.isEmpty else { return .null }
    do throws(JSONError) {
      if slots[slot].holdsObject, let nested = slots[slot].nested {
        if nested.isCurrent { return .object(nested) }
        if !nested.knowsFirst { try nested.noteNames(of: bytes) }
        try nested.load(bytes)
        nested.isCurrent = true
        return .object(nested)
      }
      return try QueryValue(json: bytes)
    } catch {
      failure = failure ?? placed(error, in: slot)
      return .null
    }
  }

  /// The value of a member. One that the record does not have is nil, as in a dictionary.
  func value(forKey key: String) -> QueryValue? {
    slot(of: key).map(value(of:)) ?? .null
  }

  /// What was wrong with a value that was asked for since ``load(_:)``, below included.
  var anyFailure: JSONError? {
    guard failure == nil, hasNested else { return failure }
    for slot in slots.indices {
      if let nested = slots[slot].nested, nested.isCurrent, let failure = nested.anyFailure {
        return placed(failure, in: slot)
      }
    }
    return nil
  }

  /// An error in a member's value at its place in the record.
  private func placed(_ error: JSONError, in slot: Int) -> JSONError {
    guard let start, let value = slots[slot].value.baseAddress else { return error }
    return JSONError(error.reason, at: error.offset + (value - start))
  }
}
