import PredicateDocuments
import PredicateSyntax

/// A part of a property list, as a page or a here-document shows it: members without their dictionary, open lists, dots and remarks between elements.
struct PropertyListExcerpt {
  private static let leaves: Set<String> = ["key", "string", "integer", "real", "date", "data"]
  private static let containers: Set<String> = ["dict", "array"]
  /// A member that a page may show without the rest of the list, and the list that it belongs to: items of a Munki manifest, steps of AutoPkg.
  private static let lists = [("condition", "conditional_items"), ("Processor", "Process")]

  private let bytes: [UInt8]
  private let source: MappedText
  private var position = 0
  /// The members outside of all containers, or the containers themselves. A key that repeats begins another dictionary.
  private var roots: [MappedText] = [MappedText()]
  private var rootKeys: Set<String> = []
  private var allKeys: Set<String> = []
  private var open: [String] = []
  /// For each level, whether a key waits for its value.
  private var waits = [false]

  /// The excerpt as a whole property list; nil for a text without keys.
  ///
  /// ```text
  /// <key>condition</key>
  /// <string>arch == "arm64"</string>  // a remark
  /// ```
  static func completed(_ text: MappedText) -> MappedText? {
    guard text.text.contains("<key>") else { return nil }
    var excerpt = PropertyListExcerpt(text)
    excerpt.run()
    return excerpt.whole
  }

  /// The file of a text that begins with an element of a property list; nil for another text.
  static func file(_ text: MappedText) -> EmbeddedFile? {
    let start = text.text.utf8.drop { " \t\r\n".utf8.contains($0) }
    guard ["<key>", "<dict>", "<array>"].contains(where: { start.starts(with: $0.utf8) }) else { return nil }
    return completed(text).map { EmbeddedFile($0, .xmlPropertyList, nil) }
  }

  private init(_ text: MappedText) {
    source = text
    bytes = Array(text.text.utf8)
  }

  private mutating func run() {
    while let sign = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = sign + 1
      if bytes[sign...].starts(with: "<!--".utf8) {
        position = bytes.offset(of: Array("-->".utf8), from: sign).map { $0 + 3 } ?? bytes.count
        continue
      }
      let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
      if isEnd { position += 1 }
      let name = String(decoding: bytes[position...].prefix { ByteClass.isWord($0) }, as: UTF8.self)
      let close = bytes[position...].prefix(100).firstIndex(of: UInt8(ascii: ">"))
      guard let close else { continue }
      let isEmpty = bytes[close - 1] == UInt8(ascii: "/")
      if isEmpty, Self.leaves.contains(name) || Self.containers.contains(name) || name == "true" || name == "false" {
        value(sign..<close + 1)
      } else if !isEnd, Self.leaves.contains(name) {
        guard let end = bytes.offset(of: Array("</\(name)>".utf8), from: close) else { return }
        let range = sign..<end + name.utf8.count + 3
        if name == "key" { key(range, String(decoding: bytes[(close + 1)..<end], as: UTF8.self)) } else { value(range) }
        position = range.upperBound
        continue
      } else if Self.containers.contains(name) {
        if isEnd { end(of: name) } else { begin(name, sign..<close + 1) }
      }
      position = close + 1
    }
  }

  private mutating func append(_ range: Range<Int>) {
    roots[roots.count - 1].append(MappedText(bytes[range]).placed(in: source))
  }

  private mutating func append(_ text: String) {
    let place = source.place(of: min(position, bytes.count)..<min(position, bytes.count)).lowerBound
    roots[roots.count - 1].append(text, from: place..<place)
  }

  /// Gives a key without a value one, because the excerpt leaves it out.
  private mutating func endMember() {
    if waits[waits.count - 1] { append("<true/>") }
    waits[waits.count - 1] = false
  }

  private mutating func key(_ range: Range<Int>, _ name: String) {
    endMember()
    allKeys.insert(name)
    if open.isEmpty, !rootKeys.insert(name).inserted {
      rootKeys = [name]
      roots.append(MappedText())
    }
    append(range)
    waits[waits.count - 1] = true
  }

  /// The beginnings of values that a program inserts. Such a text is left out.
  private static let insertions = ["\\(", "${", "#{", "$("].map { Array($0.utf8) }

  private mutating func value(_ range: Range<Int>) {
    if Self.insertions.contains(where: { bytes.offset(of: $0, from: range.lowerBound, to: range.upperBound) != nil }) {
      return
    }
    append(range)
    waits[waits.count - 1] = false
  }

  private mutating func begin(_ name: String, _ range: Range<Int>) {
    append(range)
    waits[waits.count - 1] = false
    open.append(name)
    waits.append(false)
  }

  private mutating func end(of name: String) {
    guard open.contains(name) else { return }
    while let last = open.popLast() {
      endMember()
      waits.removeLast()
      append("</\(last)>")
      if last == name { return }
    }
  }

  private var whole: MappedText {
    var rest = self
    while let last = rest.open.last { rest.end(of: last) }
    rest.endMember()
    let place = source.place(of: 0..<0).lowerBound
    let list = Self.lists.first { allKeys.contains($0) && !allKeys.contains($1) }?.1
    var whole = MappedText()
    let isList = list != nil || rest.roots.count > 1
    whole.append(list.map { "<dict><key>\($0)</key>" } ?? "", from: place..<place)
    if isList { whole.append("<array>", from: place..<place) }
    for root in rest.roots {
      let isMembers = root.text.hasPrefix("<key>")
      if isMembers { whole.append("<dict>", from: place..<place) }
      whole.append(root)
      if isMembers { whole.append("</dict>", from: place..<place) }
    }
    whole.append((isList ? "</array>" : "") + (list == nil ? "" : "</dict>"), from: place..<place)
    return whole
  }
}
