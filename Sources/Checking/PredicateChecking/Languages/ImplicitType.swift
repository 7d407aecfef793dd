/// The type that Swift infers for `.init(…)`, if the text before it shows the type.
///
/// ```swift
/// let predicate: NSPredicate = .init(format: "year > 1990")
/// let both = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, .init(format: "lent == YES")])
/// ```
struct ImplicitType {
  private let bytes: [UInt8]
  private let types: [String]
  /// The lowest offset that is read.
  private let start: Int

  /// The number of bytes before the call that are read.
  private static let reach = 600
  /// The number of bytes before the call that are searched for the declaration of a list.
  private static let listReach = 64_000
  /// The number of bytes of the head of a type that are read.
  private static let headReach = 400
  /// Argument labels that take predicates, in addition to labels that end in `predicate` and `predicates`.
  private static let labels: Set<String> = ["matching", "using"]
  /// Functions of XCUITest whose first argument is a predicate.
  private static let functions: Set<String> = ["matching", "containing", "element"]

  /// The type at an offset of a source, which is one of `types`; nil if the source does not show it.
  static func name(in bytes: [UInt8], before place: Int, among types: [String]) -> String? {
    ImplicitType(bytes: bytes, types: types, start: max(place - reach, 0)).name(before: place)
  }

  /// The type whose extension or subclass is around an offset: `extension NSPredicate { … }`, `class Filter: NSPredicate { … }`. Nil for another type.
  static func surrounding(in bytes: [UInt8], before place: Int, among types: [String]) -> String? {
    var code = bytes[max(place - listReach, 0)..<place]
    while let open = Bracket.opening(in: code) {
      code = code[..<open]
      guard bytes[open] == UInt8(ascii: "{") else { continue }
      let head = code.reversed().prefix(headReach).prefix { !"{};".utf8.contains($0) }.reversed()
      let words = head.split { !NameByte.isPart($0) }.map { String(decoding: $0, as: UTF8.self) }
      if let word = words.lastIndex(of: "extension"), word + 1 < words.count {
        return types.first { $0 == words[word + 1] }
      }
      if let word = words.lastIndex(where: ["class", "struct", "enum", "actor"].contains), word + 1 < words.count,
        !["func", "var", "let"].contains(words[word + 1])
      {
        return types.first { words.dropFirst(word + 2).first == $0 }
      }
    }
    return nil
  }

  private func name(before place: Int) -> String? {
    if ["self", "super"].contains(word(before: place)) {
      return Self.surrounding(in: bytes, before: place, among: types)
    }
    let end = behind(place)
    guard end > start else { return nil }
    switch bytes[end - 1] {
    case UInt8(ascii: "="): return assigned(before: end - 1)
    case UInt8(ascii: ":"):
      let label = word(before: behind(end - 1))
      return isPredicate(label) || Self.labels.contains(label) ? predicate : nil
    case UInt8(ascii: "("):
      let name = behind(end - 1)
      return Self.functions.contains(word(before: name)) || isAppended(before: name) ? predicate : nil
    case UInt8(ascii: "["): return name(before: end - 1)
    case UInt8(ascii: ","):
      guard let open = Bracket.opening(in: bytes[start..<(end - 1)]), bytes[open] == UInt8(ascii: "[") else {
        return nil
      }
      return name(before: open)
    case UInt8(ascii: "{"): return result(before: end - 1)
    default:
      guard word(before: end) == "return", let open = Bracket.opening(in: bytes[start..<end]),
        bytes[open] == UInt8(ascii: "{")
      else {
        return nil
      }
      return result(before: open)
    }
  }

  /// Whether the value is the argument of `predicates.append`, or of `list.append` for a list that the source declares shortly before as `list:
  /// [NSPredicate]`.
  private func isAppended(before place: Int) -> Bool {
    let method = word(before: place)
    let dot = place - method.utf8.count
    guard ["append", "insert"].contains(method), dot > start, bytes[dot - 1] == UInt8(ascii: ".") else { return false }
    let list = word(before: dot - 1)
    if list.isEmpty || isPredicate(list) { return !list.isEmpty }
    let reach = max(place - Self.listReach, 0)
    return ["\(list): [NSPredicate]", "\(list) = [NSPredicate]"].contains {
      bytes.offset(of: Array($0.utf8), from: reach, to: place) != nil
    }
  }

  private var predicate: String? { types.first { $0 == "NSPredicate" } }

  private func isPredicate(_ name: String) -> Bool { name.hasSuffix("redicate") || name.hasSuffix("redicates") }

  /// The type in `name: Type =` and `name: [Type] =`. For `request.predicate =` it is the predicate type.
  private func assigned(before place: Int) -> String? {
    let line = (bytes[start..<place].lastIndex(of: 0x0A) ?? start - 1) + 1
    let text = String(decoding: bytes[line..<place], as: UTF8.self)
    if let type = types.first(where: { text.contains(": \($0)") || text.contains(": [\($0)]") }) { return type }
    return isPredicate(word(before: behind(place))) ? predicate : nil
  }

  /// The result type in `-> Type {` and `name: Type {`.
  private func result(before place: Int) -> String? {
    let end = behind(place)
    let isOptional = end > start && "?!".utf8.contains(bytes[end - 1])
    let name = word(before: isOptional ? end - 1 : end)
    let sign = behind(end - name.utf8.count - (isOptional ? 1 : 0))
    guard sign > start, bytes[sign - 1] == UInt8(ascii: ">") || bytes[sign - 1] == UInt8(ascii: ":") else { return nil }
    return types.first { $0 == name }
  }

  /// The offset after the last byte before `place` that is not white space.
  private func behind(_ place: Int) -> Int {
    var place = place
    while place > start, " \t\r\n".utf8.contains(bytes[place - 1]) { place -= 1 }
    return place
  }

  private func word(before end: Int) -> String {
    var first = end
    while first > start, NameByte.isPart(bytes[first - 1]) { first -= 1 }
    return String(decoding: bytes[first..<end], as: UTF8.self)
  }
}
