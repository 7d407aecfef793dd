import PredicateDocuments
import PredicateValues

/// JSON objects that stay in the bytes of the file, a chunk at a time. Finds the members that a predicate reads. Their values are read when they are
/// needed.
///
/// As a `QueryObject` it is one record of the chunk: the record that ``turn(to:)`` selects. One thread uses it for chunk after chunk. It is declared
/// `Sendable` because values contain objects.
final class JSONRecord: QueryObject, @unchecked Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A member that the predicate reads.
  private struct Slot {
    let name: String
    /// The members inside this member that the predicate reads, if it does not need the value itself.
    let nested: JSONRecord?
  }

  /// The first error in a value that the reference needed. A record and its nested records share it.
  private final class Fault {
    var error: JSONError?
    /// The beginning of the record that the reference evaluates.
    var start: UnsafePointer<UInt8>?
  }

  private let slots: [Slot]
  /// For each slot, the data that loading a record needs.
  private let fields: UnsafeMutablePointer<Field>
  /// The bytes of each member in each record, member by member. The bytes are empty if a record lacks the member.
  private let values: UnsafeMutablePointer<Bytes>
  private let records: UnsafeMutablePointer<Bytes>
  private let capacity: Int
  private let fault: Fault
  /// The index of the current record.
  private var row = 0
  /// The names of the first record; nil before one is loaded.
  private var firstNames: [String]?
  /// Whether the names of the first record are known, in this record and in nested records.
  private var knowsNames = false

  /// A slot without reference counting. Arrays in this class instead made loading a small record slower (0.25 µs instead of 0.20 µs), because of
  /// checks for exclusive access and unique references.
  private struct Field {
    let name: UnsafePointer<UInt8>
    let count: Int
    let nested: Unmanaged<JSONRecord>?
    var wasFound = false
  }

  /// Records with the members that a predicate reads.
  ///
  /// - Parameter capacity: The number of records that are loaded at a time.
  convenience init(_ tree: KeyTree, capacity: Int) { self.init(tree, capacity, Fault()) }

  private init(_ tree: KeyTree, _ capacity: Int, _ fault: Fault) {
    self.fault = fault
    self.capacity = capacity
    records = .allocate(capacity: capacity)
    records.initialize(repeating: Self.missing, count: capacity)
    slots = tree.children.map { child in
      let isWhole = child.tree.isWhole || child.tree.children.isEmpty
      return Slot(name: child.name, nested: isWhole ? nil : JSONRecord(child.tree, capacity, fault))
    }
    values = .allocate(capacity: max(1, slots.count * capacity))
    values.initialize(repeating: Self.missing, count: slots.count * capacity)
    fields = .allocate(capacity: max(1, slots.count))
    for (index, slot) in slots.enumerated() {
      let bytes = Array(slot.name.utf8)
      let name = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
      name.initialize(from: bytes, count: bytes.count)
      let nested = slot.nested.map { Unmanaged.passUnretained($0) }
      (fields + index).initialize(to: Field(name: name, count: bytes.count, nested: nested))
    }
  }

  deinit {
    for slot in slots.indices { fields[slot].name.deallocate() }
    fields.deallocate()
    values.deallocate()
    records.deallocate()
  }

  private static var missing: Bytes { Bytes(start: nil, count: 0) }

  /// The entity's name is empty, because no entity declares the objects.
  var entityName: String { "" }

  /// Always nil, because the objects are not rows.
  var reference: ObjectReference? { nil }

  /// The names that the predicate reads.
  var keys: [String] { slots.map(\.name) }

  var hasLoaded: Bool { firstNames != nil }

  /// The paths that no record has had so far. Each has the names that the first record has next to the path's last name. A path into an object is
  /// included once such an object was found.
  var pathsNeverFound: [(path: [String], names: [String])] {
    slots.indices.flatMap { index -> [(path: [String], names: [String])] in
      let slot = slots[index]
      guard fields[index].wasFound else { return [([slot.name], firstNames ?? [])] }
      guard let nested = slot.nested, nested.hasLoaded else { return [] }
      return nested.pathsNeverFound.map { ([slot.name] + $0.path, $0.names) }
    }
  }

  /// Selects the record that the object represents, and clears the error.
  func turn(to row: Int) {
    fault.error = nil
    fault.start = records[row].baseAddress
    setRow(row)
  }

  private func setRow(_ row: Int) {
    self.row = row
    for slot in slots { slot.nested?.setRow(row) }
  }

  /// The error in a value that was read since ``turn(to:)``, also in nested records.
  var failure: JSONError? { fault.error }

  /// The value of a member; `.null` if the record lacks the member, as in a dictionary. Nil for all levels of a member (`reports*`), which the
  /// evaluator computes from the member.
  func value(forKey key: String) -> QueryValue? {
    guard let slot = slot(of: key) else { return QueryKeyPath.relationship(ofLevels: key) == nil ? .null : nil }
    let bytes = values[slot * capacity + row]
    guard let first = bytes.first else { return .null }
    if first == UInt8(ascii: "{"), let nested = slots[slot].nested { return .object(nested) }
    do throws(JSONError) {
      return try QueryValue(json: bytes)
    } catch {
      note(error, in: bytes)
      return .null
    }
  }

  /// Notes an error unless there is one already. Its offset is relative to the record.
  private func note(_ error: JSONError, in value: Bytes) {
    guard fault.error == nil else { return }
    guard let start = fault.start, let place = value.baseAddress else { return fault.error = error }
    fault.error = JSONError(error.reason, at: error.offset + (place - start))
  }

  private func slot(of name: String) -> Int? { slots.firstIndex { $0.name.hasSameScalars(as: name) } }
}

extension JSONRecord {
  func bytes(of row: Int) -> Bytes { records[row] }

  /// The slots of the names on a path, from the first name on. The list ends before the first name without a slot.
  func places(of path: ArraySlice<String>) -> [Int] {
    guard let name = path.first, let slot = slot(of: name) else { return [] }
    return [slot] + (slots[slot].nested?.places(of: path.dropFirst()) ?? [])
  }

  /// The bytes of a path's value in a record, and the number of the path's names that were followed. A value that is not an object ends the path
  /// early. The bytes are empty if the record lacks the value.
  @inline(__always)
  func bytes(at path: [Int], of row: Int) -> (bytes: Bytes, depth: Int) {
    let value = values[path[0] &* capacity &+ row]
    if path.count == 1 { return (value, 1) }
    return bytes(at: path[...], of: row)
  }

  private func bytes(at path: ArraySlice<Int>, of row: Int) -> (bytes: Bytes, depth: Int) {
    let slot = path[path.startIndex]
    let value = values[slot &* capacity &+ row]
    guard path.count > 1, value.first == UInt8(ascii: "{"), let nested = slots[slot].nested else { return (value, 1) }
    let found = nested.bytes(at: path.dropFirst(), of: row)
    return (found.bytes, found.depth + 1)
  }
}

extension JSONRecord {
  /// Finds the members of a record. Throws if the bytes are not exactly one JSON object, also if the error is in a member that the predicate does not
  /// read.
  func load(_ bytes: Bytes, at row: Int) throws(JSONError) {
    guard let start = bytes.baseAddress else { throw JSONError(.unexpectedEnd, at: 0) }
    var scanner = JSONScanner(start: start, end: start + bytes.count)
    try find(&scanner, row, depth: 0)
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw JSONError(.trailingText, at: scanner.offset) }
    records[row] = bytes
    if !knowsNames { try noteNames(of: bytes, row) }
  }

  /// Gives a record no members, because it is not an object.
  func setNothing(at row: Int) {
    for slot in slots.indices { values[slot * capacity + row] = Self.missing }
  }

  /// Records the names of the first record, and of the first nested records.
  private func noteNames(of bytes: Bytes, _ row: Int) throws(JSONError) {
    if firstNames == nil { firstNames = try Self.names(of: bytes) }
    knowsNames = true
    for index in slots.indices {
      guard let nested = slots[index].nested, !nested.knowsNames else { continue }
      let value = values[index * capacity + row]
      if value.first == UInt8(ascii: "{") { try nested.noteNames(of: value, row) }
      knowsNames = knowsNames && nested.knowsNames
    }
  }

  /// The names of the members of an object. Values are skipped.
  private static func names(of bytes: Bytes) throws(JSONError) -> [String] {
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
      try scanner.skipValue(depth: 1)
    } while try scanner.nextSymbol() == UInt8(ascii: ",")
    return names
  }

  /// Finds the members of the object at the scanner, and those of nested objects.
  private func find(_ scanner: inout JSONScanner, _ row: Int, depth: Int) throws(JSONError) {
    setNothing(at: row)
    guard try scanner.nextSymbol() == UInt8(ascii: "{") else { throw scanner.unexpected() }
    scanner.position += 1
    var symbol = try scanner.nextSymbol()
    while symbol != UInt8(ascii: "}") {
      guard symbol == UInt8(ascii: "\"") else { throw scanner.unexpected() }
      let slot = try name(&scanner)
      guard try scanner.nextSymbol() == UInt8(ascii: ":") else { throw scanner.unexpected() }
      scanner.position += 1
      scanner.skipSpace()
      if slot >= 0 {
        try find(slot, &scanner, row, depth)
      } else {
        try scanner.skipValue(depth: depth + 1)
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
  }

  /// Records the value of a member that the predicate reads. The last of several members with one name counts.
  @inline(__always)
  private func find(_ slot: Int, _ scanner: inout JSONScanner, _ row: Int, _ depth: Int) throws(JSONError) {
    let start = scanner.position
    if let nested = fields[slot].nested, try scanner.nextSymbol() == UInt8(ascii: "{") {
      try nested.takeUnretainedValue().find(&scanner, row, depth: depth + 1)
    } else {
      try scanner.skipValue(depth: depth + 1)
    }
    values[slot &* capacity &+ row] = Bytes(start: start, count: scanner.position - start)
    fields[slot].wasFound = true
  }

  /// Skips a member's name, and returns its slot; -1 if the predicate does not read the member.
  @inline(__always)
  private func name(_ scanner: inout JSONScanner) throws(JSONError) -> Int {
    scanner.position += 1
    let first = scanner.position
    let hasEscapes = try scanner.skipString()
    let count = scanner.position - first - 1
    if hasEscapes {
      scanner.position = first
      return slot(of: try scanner.string()) ?? -1
    }
    for index in 0..<slots.count where fields[index].count == count {
      let name = fields[index].name
      var offset = 0
      while offset < count, name[offset] == first[offset] { offset &+= 1 }
      if offset == count { return index }
    }
    return -1
  }
}
