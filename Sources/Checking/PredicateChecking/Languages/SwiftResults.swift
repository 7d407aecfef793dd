import PredicateDocuments
import PredicateSyntax

/// The texts that properties and functions of a Swift source return, if they are formats.
///
/// ```swift
/// enum State {
///   case shown, hidden
///   var format: String {
///     switch self {
///     case .shown: return "exists == true"
///     case .hidden: return "exists == false"
///     }
///   }
/// }
/// ```
///
/// A text is a format if another part of the folder passes the member to `NSPredicate(format:)`, or if the name of the member shows it and the file has
/// `NSPredicate` or belongs to tests of a user interface.
struct SwiftResults {
  /// A property or a function with the result `String`, and the literals that it returns.
  private struct Member {
    let name: String
    /// The name of the last type that begins before the member; empty if there is none.
    let type: String
    let texts: [SourceLiteral]

    /// Whether the name shows that the texts are formats: `predicateString`, `format` of a type `StatePredicate`.
    var isNamedAsFormat: Bool {
      ["predicate", "predicateformat", "predicatestring"].contains(where: name.lowercased().hasSuffix)
        || name == "format" && ["Predicate", "Predicates"].contains(where: type.hasSuffix)
    }
  }

  private var members: [Member] = []
  private static let types: Set<String> = ["actor", "class", "enum", "extension", "struct"]
  /// The greatest number of bytes between a name and its body.
  private static let headReach = 400
  /// The place of formats that only a label shows. The profiles with this place also read the formats that members return.
  static let place = "(predicateFormat:)"
  /// Words of a source that may have such members.
  static let words = [
    "redicate: String {", "redicateFormat: String {", "redicateString: String {", "format: String {",
    "redicateFormat(", "redicateString(",
  ]

  /// The literals of formats in a source, each once.
  ///
  /// - Parameters:
  ///   - path: The path of the source.
  ///   - isUsed: Whether a source of the folder passes a member of this name to `NSPredicate(format:)`.
  static func formats(in bytes: [UInt8], path: String, isUsed: (String) -> Bool) -> [SourceLiteral] {
    guard words.contains(where: { bytes.holds($0.utf8) }) else { return [] }
    let members = SwiftResults(bytes).members
    if members.isEmpty { return [] }
    let isOfPredicates = bytes.holds("NSPredicate".utf8) || path.contains("UITests/")
    return members.flatMap { member -> [SourceLiteral] in
      let texts = member.texts
      guard texts.contains(where: compares), !texts.contains(where: { OtherQueries.areText($0.text.text) }),
        !OtherQueries.areNamed(member.name), !OtherQueries.areNamed(member.type)
      else { return [] }
      return isOfPredicates && member.isNamedAsFormat || isUsed(member.name) ? texts : []
    }
  }

  /// The members that a source passes to `NSPredicate(format:)`: `format` of `NSPredicate(format: state.format)`.
  static func used(in bytes: [UInt8]) -> Set<String> {
    let call = Array("NSPredicate(format:".utf8)
    var names: Set<String> = []
    var position = 0
    while let found = bytes.offset(of: call, from: position) {
      position = found + call.count
      let value = bytes[position...].drop { " \t\r\n".utf8.contains($0) }
      let path = value.prefix { NameByte.isPart($0) || $0 == UInt8(ascii: ".") }
      let parts = path.split(separator: UInt8(ascii: "."))
      guard let name = parts.last, let sign = bytes[path.endIndex...].first, ",)(".utf8.contains(sign),
        parts.count > 1 || sign == UInt8(ascii: "(")
      else { continue }
      names.insert(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  private static func compares(_ literal: SourceLiteral) -> Bool {
    ConsumerWords.compares(literal.text.text, isOpen: !literal.interpolations.isEmpty)
  }

  private init(_ bytes: [UInt8]) {
    var source = SwiftSource(bytes)
    var type = ""
    while source.position < bytes.count {
      if source.skipNoCode() { continue }
      let start = source.position
      let word = source.word()
      if Self.types.contains(word) {
        source.skipSpace()
        type = source.word()
      } else if word == "var" || word == "func" {
        source.skipSpace()
        let name = source.word()
        if let body = Self.body(behind: source.position, in: bytes, isFunction: word == "func") {
          source.position = body
          let texts = source.returnedTexts()
          if !texts.isEmpty { members.append(Member(name: name, type: type, texts: texts)) }
        }
      }
      source.position = max(source.position, start + 1)
    }
  }

  /// The offset of the brace that begins the body of a member with the result `String`; nil for another member.
  private static func body(behind name: Int, in bytes: [UInt8], isFunction: Bool) -> Int? {
    let head = bytes[name...].prefix(headReach)
    guard let brace = head.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let words = bytes[name..<brace].split { " \t\r\n".utf8.contains($0) }
    guard let type = words.last, words.count > 1, type.elementsEqual("String".utf8) else { return nil }
    let sign = isFunction ? "->" : ":"
    guard words[words.count - 2].elementsEqual(sign.utf8), isFunction || words.count == 2 else { return nil }
    return brace
  }
}

extension SwiftSource {
  /// The literals that a body returns: after `return`, in the cases of a `switch` without it, or the only literal of the body. The position is at the
  /// brace that begins the body, and moves to its end.
  fileprivate mutating func returnedTexts() -> [SourceLiteral] {
    var returned: [SourceLiteral] = []
    var values: [SourceLiteral] = []
    var depth = 0
    var isValue = false
    repeat {
      let first = position
      if isValue || has("return ") {
        if !isValue { position += "return ".utf8.count }
        skipSpace()
        if let literal = madeText(of: ["String(format:"]) ?? joined(), endsStatement(after: " \t", at: "\r\n;}/"),
          !literal.text.text.isEmpty
        {
          if isValue { values.append(literal) } else { returned.append(literal) }
        }
        isValue = false
        if position > first { continue }
      }
      if skipNoCode() { continue }
      if !word().isEmpty { continue }
      switch bytes[position] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      // The value of a case, or the only expression of the body.
      isValue =
        ":{".utf8.contains(bytes[position])
        && bytes[(position + 1)...].first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "\"")
      position += 1
    } while depth > 0 && position < bytes.count
    return returned.isEmpty ? values : returned
  }
}
