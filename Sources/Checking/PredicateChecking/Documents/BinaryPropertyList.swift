import PredicateValues

/// Reads a binary property list: an object table whose objects refer to one another, perhaps in a circle.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableOffset: Int
  private var visited = 0

  /// The value of a file.
  static func read(_ bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode {
    var list = try BinaryPropertyList(bytes)
    return try list.object(list.root, depth: 0)
  }

  private let root: Int

  private init(_ bytes: [UInt8]) throws(DocumentIssue) {
    self.bytes = bytes
    let trailer = bytes.count - 32
    guard trailer >= 8 else { throw DocumentIssue("the file is too short for a binary property list", at: 0) }
    func number(_ start: Int) -> Int? {
      let value = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = number(trailer + 8), let root = number(trailer + 16), let table = number(trailer + 24),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), root < count, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw DocumentIssue("the trailer of the binary property list is wrong", at: trailer) }
    objectCount = count
    self.root = root
    tableOffset = table
  }

  private func integer(_ start: Int, _ size: Int) throws(DocumentIssue) -> Int {
    guard start >= 0, size <= 8, start <= bytes.count - size else {
      throw DocumentIssue("an object lies outside of the file", at: max(0, min(start, bytes.count)))
    }
    let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw DocumentIssue("a number is too large", at: start) }
    return number
  }

  private mutating func object(_ number: Int, depth: Int) throws(DocumentIssue) -> DocumentNode {
    guard depth < DocumentLimits.depth else {
      throw DocumentIssue("values stand more than \(DocumentLimits.depth) deep, or in a circle", at: 0)
    }
    visited += 1
    guard visited <= DocumentLimits.values else {
      throw DocumentIssue("there are more than \(DocumentLimits.values) values", at: 0)
    }
    guard number < objectCount else { throw DocumentIssue("there is no object \(number)", at: 0) }
    let start = try integer(tableOffset + number * offsetSize, offsetSize)
    let marker = try integer(start, 1)
    switch marker >> 4 {
    case 0x0: return .value(marker == 0x08 ? .boolean(false) : marker == 0x09 ? .boolean(true) : .null)
    case 0x1: return .value(try integerValue(marker, start))
    case 0x2: return .value(try realValue(marker, start).map { $0.isNaN ? .null : .double($0) } ?? .null)
    case 0x3: return .value(try realValue(marker, start).map { $0.isNaN ? .null : .date($0) } ?? .null)
    case 0x4:
      let (count, body) = try count(marker, start)
      guard count <= bytes.count - body else { throw DocumentIssue("data ends outside of the file", at: start) }
      return .value(.data(Array(bytes[body..<body + count])))
    case 0x5:
      let (count, body) = try count(marker, start)
      guard count <= bytes.count - body else { throw DocumentIssue("a text ends outside of the file", at: start) }
      return .text(MappedText(bytes[body..<body + count]))
    case 0x6: return .text(try wideText(marker, start))
    case 0xA, 0xC:
      let (count, body) = try count(marker, start)
      return .list(try objects(count, body, depth))
    case 0xD: return try table(marker, start, depth)
    default: return .value(.null)
    }
  }

  /// Up to four bytes have no sign, eight have one; of sixteen the lower eight are a number without a sign.
  private func integerValue(_ marker: Int, _ start: Int) throws(DocumentIssue) -> QueryValue {
    let size = 1 << (marker & 0xF)
    switch size {
    case 1, 2, 4: return .integer(Int64(try integer(start + 1, size)))
    case 8: return .integer(Int64(bitPattern: try word(start + 1, 8)))
    case 16:
      let high = Int64(bitPattern: try word(start + 1, 8))
      let low = try word(start + 9, 8)
      if let number = Int64(exactly: low), high == 0 { return .integer(number) }
      if high == -1, low > UInt64(Int64.max) { return .integer(Int64(bitPattern: low)) }
      guard high == 0, let number = QueryDecimal(String(low)) else {
        throw DocumentIssue("a number is too large", at: start)
      }
      return .decimal(number)
    default: throw DocumentIssue("a number is too large", at: start)
    }
  }

  /// A number of four or eight bytes with a fraction; nil for another length.
  private func realValue(_ marker: Int, _ start: Int) throws(DocumentIssue) -> Double? {
    switch marker & 0xF {
    case 2: Double(Float(bitPattern: UInt32(try word(start + 1, 4))))
    case 3: Double(bitPattern: try word(start + 1, 8))
    default: nil
    }
  }

  /// Bytes of the file as a number without a sign.
  private func word(_ start: Int, _ size: Int) throws(DocumentIssue) -> UInt64 {
    guard start <= bytes.count - size else { throw DocumentIssue("a number ends outside of the file", at: start) }
    return bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }

  /// The count of a marker, and where the body begins.
  private func count(_ marker: Int, _ start: Int) throws(DocumentIssue) -> (Int, Int) {
    let low = marker & 0xF
    if low < 0xF { return (low, start + 1) }
    let size = 1 << (try integer(start + 1, 1) & 0xF)
    guard size <= 8 else { throw DocumentIssue("a count is too large", at: start) }
    let count = try integer(start + 2, size)
    guard count <= bytes.count else { throw DocumentIssue("a count is larger than the file", at: start) }
    return (count, start + 2 + size)
  }

  private mutating func objects(_ count: Int, _ body: Int, _ depth: Int) throws(DocumentIssue) -> [DocumentNode] {
    var found: [DocumentNode] = []
    for index in 0..<count {
      found.append(try object(try integer(body + index * referenceSize, referenceSize), depth: depth + 1))
    }
    return found
  }

  private mutating func table(_ marker: Int, _ start: Int, _ depth: Int) throws(DocumentIssue) -> DocumentNode {
    let (count, body) = try count(marker, start)
    let keys = try objects(count, body, depth)
    let values = try objects(count, body + count * referenceSize, depth)
    return .table(
      zip(keys, values).map { key, value in
        guard case .text(let name) = key else { return DocumentMember(key: "", value: value) }
        return DocumentMember(key: name.text, value: value)
      })
  }

  private func wideText(_ marker: Int, _ start: Int) throws(DocumentIssue) -> MappedText {
    let (count, body) = try count(marker, start)
    guard count <= (bytes.count - body) / 2 else { throw DocumentIssue("a text ends outside of the file", at: start) }
    var text = MappedText()
    var index = 0
    while index < count {
      let place = body + index * 2
      let unit = UInt32(try integer(place, 2))
      var scalar = Unicode.Scalar(unit)
      var length = 1
      if (0xD800..<0xDC00).contains(unit), index + 1 < count {
        let low = UInt32(try integer(place + 2, 2))
        if (0xDC00..<0xE000).contains(low) {
          scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
          length = 2
        }
      }
      text.append(String(Character(scalar ?? "\u{FFFD}")), from: place..<place + length * 2)
      index += length
    }
    return text
  }
}
