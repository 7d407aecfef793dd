import PredicateDocuments

/// The names that refer to a predicate in the text around its call: variables, lists, compound predicates, properties and functions.
///
/// ```swift
/// let recent = NSPredicate(format: "year > 1990")
/// let both = NSCompoundPredicate(andPredicateWithSubpredicates: [recent, lent])  // recent, both
/// ```
struct PredicateFlow {
  private let bytes: [UInt8]
  private let call: Range<Int>

  /// The numbers of bytes before and after the call that are read.
  private static let reach = (before: 1_000, after: 2_000)
  /// The greatest number of names that are followed.
  private static let mostNames = 8

  /// The flow of the predicate that a call creates.
  init(_ bytes: [UInt8], call: Range<Int>) {
    self.bytes = bytes
    self.call = call
  }

  /// The names that refer to the predicate, in the order of the text.
  var names: [[UInt8]] {
    let start = max(call.lowerBound - Self.reach.before, 0)
    let end = min(call.upperBound + Self.reach.after, bytes.count)
    guard let first = target(before: call.lowerBound, from: start) else { return [] }
    var names = [first]
    var index = 0
    while index < names.count, names.count < Self.mostNames {
      let name = names[index]
      index += 1
      var place = min(call.upperBound, end)
      while let found = bytes.offset(of: name, from: place, to: end) {
        place = found + name.count
        let isWhole = !NameByte.isPart(bytes[found - 1]) && (place == end || !NameByte.isPart(bytes[place]))
        guard isWhole, let next = target(before: found, from: start), !names.contains(next) else { continue }
        names.append(next)
      }
    }
    return names
  }

  /// The name that a value at an offset gets: the variable that it is assigned to, the list that it is added to, or the function that returns it.
  private func target(before place: Int, from start: Int) -> [UInt8]? {
    var place = place
    while true {
      let open = Bracket.opening(in: bytes[start..<place])
      if let open, bytes[open] != UInt8(ascii: "{") {
        if bytes[open] == UInt8(ascii: "[") {
          if let list = list(at: open, before: place) { return list }
          guard passesOn(bytes[(open + 1)..<place]) else { return nil }
          place = open
          continue
        }
        let callee = path(before: open, from: start)
        let parts = callee.split(separator: UInt8(ascii: "."))
        if let method = parts.last, parts.count > 1,
          ["append", "insert"].contains(where: { method.elementsEqual($0.utf8) })
        {
          return Array(parts[parts.count - 2])
        }
        guard parts.first?.elementsEqual("NSCompoundPredicate".utf8) ?? false else { return nil }
        place = open - callee.count
        continue
      }
      let block = open.map { $0 + 1 } ?? start
      let line = (bytes[block..<place].lastIndex { $0 == 0x0A || $0 == UInt8(ascii: ";") }).map { $0 + 1 } ?? block
      return assigned(line..<place) ?? open.flatMap { isResult(line..<place) ? owner(of: $0, from: start) : nil }
    }
  }

  /// The name that ends at an offset, perhaps with names and dots before it.
  private func path(before end: Int, from start: Int) -> ArraySlice<UInt8> {
    var first = end
    while first > start, NameByte.isPart(bytes[first - 1]) || bytes[first - 1] == UInt8(ascii: ".") { first -= 1 }
    return bytes[first..<end]
  }

  /// Whether the value after the text is an element of a list, or is passed to a predicate class, so that the surrounding expression has the value's
  /// role. `text` begins after a square bracket.
  private func passesOn(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.drop { " \t\r\n[".utf8.contains($0) }
    return text.last { !" \t\r\n".utf8.contains($0) }.map { $0 == UInt8(ascii: ",") } ?? true
      || ["NSPredicate", "NSCompoundPredicate"].contains { text.starts(with: $0.utf8) }
  }

  /// Returns `list` for `[list addObject:`; nil for another bracket.
  private func list(at open: Int, before place: Int) -> [UInt8]? {
    let words = bytes[(open + 1)..<place].split { " \t\r\n".utf8.contains($0) }
    guard words.count == 2, words[1].elementsEqual("addObject:".utf8) else { return nil }
    return Array(words[0])
  }

  /// The name before the sign of an assignment in a line: `let all: NSPredicate = `.
  private func assigned(_ line: Range<Int>) -> [UInt8]? {
    guard let sign = bytes[line].lastIndex(of: UInt8(ascii: "=")), sign > line.lowerBound,
      !"=!<>".utf8.contains(bytes[sign - 1])
    else { return nil }
    let head = bytes[line.lowerBound..<sign].split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? []
    return head.split { !NameByte.isPart($0) }.last.map(Array.init)
  }

  /// Whether the value after the line's text is the result of its block.
  private func isResult(_ line: Range<Int>) -> Bool {
    let words = bytes[line].split { " \t\r\n".utf8.contains($0) }
    return words.isEmpty || words.count == 1 && words[0].elementsEqual("return".utf8)
  }

  /// The name of the closure, computed property or function whose block begins at an offset.
  private func owner(of block: Int, from start: Int) -> [UInt8]? {
    let line = (bytes[start..<block].lastIndex(of: 0x0A)).map { $0 + 1 } ?? start
    if bytes[line..<block].last(where: { $0 != 0x20 }) == UInt8(ascii: "=") { return assigned(line..<block) }
    let words = bytes[line..<block].split { !NameByte.isPart($0) }
    guard bytes[line..<block].split(separator: 0x20).last?.starts(with: "NSPredicate".utf8) ?? false,
      let kind = words.firstIndex(where: { $0.elementsEqual("var".utf8) || $0.elementsEqual("func".utf8) }),
      kind + 1 < words.count
    else { return nil }
    return Array(words[kind + 1])
  }

  /// The text of a function of the file that is called with the predicate, up to the next function, and the function's predicate parameters; nil if
  /// there is none.
  ///
  /// ```swift
  /// fetch(NSPredicate(format: "year > 1990"))
  /// func fetch(_ films: NSPredicate) { run(CKQuery(recordType: "Film", predicate: films)) }
  /// ```
  var function: (text: ArraySlice<UInt8>, parameters: [[UInt8]])? {
    let start = max(call.lowerBound - Self.reach.before, 0)
    guard let open = Bracket.opening(in: bytes[start..<call.lowerBound]), bytes[open] == UInt8(ascii: "("),
      let name = path(before: open, from: start).split(separator: UInt8(ascii: ".")).last,
      let head = bytes.offset(of: Array("func ".utf8) + name + [UInt8(ascii: "(")], from: 0)
    else { return nil }
    let end = min(head + Self.reach.after, bytes.count)
    let text = bytes[head..<(bytes.offset(of: Array("func ".utf8), from: head + 1, to: end) ?? end)]
    let parameters = text.prefix { $0 != UInt8(ascii: "{") }.split { ",(".utf8.contains($0) }
      .compactMap { part -> [UInt8]? in
        let sides = part.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard sides.count == 2, Array(sides[1]).holds("NSPredicate".utf8) else { return nil }
        return sides[0].split { !NameByte.isPart($0) }.last.map(Array.init)
      }
    return (text, parameters)
  }
}
