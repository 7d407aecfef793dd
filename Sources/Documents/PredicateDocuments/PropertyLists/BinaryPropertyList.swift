import PredicateValues

/// Reads a binary property list: a table of objects that refer to one another. The references may form a circle.
package struct BinaryPropertyList {
  private let table: PropertyListTable
  private var visited = 0

  private init(_ bytes: [UInt8]) throws(PropertyListDamage) { table = try PropertyListTable(bytes) }

  /// Reads the value of a file.
  package static func read(_ bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode {
    do throws(PropertyListDamage) {
      var list = try BinaryPropertyList(bytes)
      return try list.object(list.table.root, depth: 0)
    } catch {
      throw DocumentIssue(error.message, at: error.offset)
    }
  }

  private mutating func object(_ number: Int, depth: Int) throws(PropertyListDamage) -> DocumentNode {
    guard depth < DocumentLimits.depth else {
      throw PropertyListDamage(
        "values must not be nested more than \(DocumentLimits.depth) levels deep, or contain themselves", at: 0)
    }
    visited += 1
    guard visited <= DocumentLimits.values else {
      throw PropertyListDamage("there are more than \(DocumentLimits.values) values", at: 0)
    }
    let start = try table.place(of: number)
    switch try table.object(at: start) {
    case .boolean(let truth): return .value(.boolean(truth))
    case .integer(let number): return .value(.integer(number))
    case .wideInteger(let high, let low): return .value(try Self.integer(high, low, at: start))
    case .real(let number): return .value(number.isNaN ? .null : .double(number))
    case .date(let seconds): return .value(seconds.isNaN ? .null : .date(seconds))
    case .data(let range): return .value(.data(Array(table.bytes[range])))
    case .text(let range): return .text(MappedText(table.bytes[range]))
    case .wideText(let range): return .text(wideText(range))
    case .list(let range), .set(let range): return .list(try objects(range, depth))
    case .dictionary(let range):
      let keys = try objects(range.prefix(range.count / 2), depth)
      let values = try objects(range.suffix(range.count / 2), depth)
      return .table(zip(keys, values).map { DocumentMember(key: $0.text?.text ?? "", value: $1) })
    case .archiveReference, .other: return .value(.null)
    }
  }

  /// Reads an integer of sixteen bytes, of which the lower eight are an unsigned number.
  private static func integer(_ high: Int64, _ low: UInt64, at start: Int) throws(PropertyListDamage) -> QueryValue {
    if let number = Int64(exactly: low), high == 0 { return .integer(number) }
    if high == -1, low > UInt64(Int64.max) { return .integer(Int64(bitPattern: low)) }
    guard high == 0, let number = QueryDecimal(String(low)) else {
      throw PropertyListDamage("a number is too large", at: start)
    }
    return .decimal(number)
  }

  private mutating func objects(_ range: Range<Int>, _ depth: Int) throws(PropertyListDamage) -> [DocumentNode] {
    var found: [DocumentNode] = []
    for place in table.references(in: range) { found.append(try object(table.reference(at: place), depth: depth + 1)) }
    return found
  }

  /// Reads a text in UTF-16. An unpaired surrogate becomes U+FFFD.
  private func wideText(_ range: Range<Int>) -> MappedText {
    var text = MappedText()
    var place = range.lowerBound
    for scalar in String(decoding: table.units(in: range), as: UTF16.self).unicodeScalars {
      let end = place + UTF16.width(scalar) * 2
      text.append(String(scalar), from: place..<end)
      place = end
    }
    return text
  }
}
