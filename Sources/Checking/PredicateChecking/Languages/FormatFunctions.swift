import PredicateDocuments

/// The Swift functions of a source that pass a parameter on as a format, so that calls of them contain formats, too.
///
/// ```swift
/// func wait(_ format: String, on row: XCUIElement) {
///   expectation(for: NSPredicate(format: format), evaluatedWith: row)
/// }
/// wait("isHittable == true", on: row)
/// ```
struct FormatFunctions {
  /// The argument of a function that is passed on as a format.
  struct Argument: Hashable {
    /// The argument's label; `_` for none.
    let label: String
    /// The position among the arguments.
    let index: Int
    /// The range of the call inside the function that takes the format.
    let call: Range<Int>
  }

  private var arguments: [String: Argument] = [:]
  private static let call = Array("NSPredicate(format: ".utf8)
  /// The greatest number of bytes before the format that are searched for the function's head.
  private static let reach = 4_000

  /// The functions of a source that pass a parameter on as a format. If several functions with the same name do so, none of them is kept.
  init(in bytes: [UInt8]) {
    var start = 0
    var several: Set<String> = []
    while let found = bytes.offset(of: Self.call, from: start) {
      start = found + Self.call.count
      let name = bytes[start...].prefix { NameByte.isPart($0) }
      guard !name.isEmpty, let sign = bytes[name.endIndex...].first, ",)".utf8.contains(sign),
        let (function, parameters) = Self.function(around: found, of: bytes)
      else { continue }
      for (index, parameter) in parameters.enumerated() where parameter.name.elementsEqual(name) && parameter.isText {
        if arguments[function] != nil { several.insert(function) }
        arguments[function] = Argument(label: parameter.label, index: index, call: found..<name.endIndex)
      }
    }
    if arguments.isEmpty { return }
    // A call does not show which of several functions with the same name and label it means.
    let counts = counts(in: bytes)
    for function in arguments.keys where several.contains(function) || counts[function, default: 0] > 1 {
      arguments[function] = nil
    }
  }

  /// For each name of a function that takes a format, the number of functions with the name and the label of the format. A format without a label, `_`,
  /// is an argument of any function with the name. Linear.
  private func counts(in bytes: [UInt8]) -> [String: Int] {
    let word = Array("func ".utf8)
    var counts: [String: Int] = [:]
    var start = 0
    while let found = bytes.offset(of: word, from: start) {
      start = found + word.count
      let name = bytes[start...].prefix { NameByte.isPart($0) }
      let function = String(decoding: name, as: UTF8.self)
      guard let label = arguments[function]?.label else { continue }
      let head = bytes[..<min(name.endIndex + Self.reach, bytes.count)]
      let parameters = Self.parameters(after: name.endIndex, in: head)?.list ?? []
      if label == "_" || parameters.contains(where: { $0.label == label }) { counts[function, default: 0] += 1 }
    }
    return counts
  }

  /// Whether no function passes a parameter on as a format.
  var isEmpty: Bool { arguments.isEmpty }

  /// The format argument of a function.
  subscript(function: String) -> Argument? { arguments[function] }

  private typealias Parameter = (label: String, name: String.UTF8View, isText: Bool)

  /// The function around an offset, and its parameters. Nil if the last function that begins before the offset also ends before it.
  private static func function(around place: Int, of bytes: [UInt8]) -> (name: String, parameters: [Parameter])? {
    let before = bytes[max(place - reach, 0)..<place]
    let word = Array("func ".utf8)
    guard let first = before.indices.last(where: { before[$0...].starts(with: word) }) else { return nil }
    let name = before[(first + word.count)...].prefix { NameByte.isPart($0) }
    guard let (parameters, end) = parameters(after: name.endIndex, in: before),
      let body = before[end...].firstIndex(of: UInt8(ascii: "{"))
    else { return nil }
    var level = 0
    for byte in before[body...] {
      if byte == UInt8(ascii: "{") { level += 1 } else if byte == UInt8(ascii: "}") { level -= 1 }
      if level == 0 { return nil }
    }
    return (String(decoding: name, as: UTF8.self), parameters)
  }

  /// The parameters of a function, and the offset of the bracket that closes them. `name` is the offset after the function's name. Nil if the bracket
  /// is missing.
  private static func parameters(
    after name: Int, in code: ArraySlice<UInt8>
  ) -> (list: [Parameter], end: Int)? {
    // The types of a generic function are skipped: they are between the name and the bracket.
    guard let open = code[name...].firstIndex(of: UInt8(ascii: "(")) else { return nil }
    var depth = 0
    var starts = [open + 1]
    var end: Int?
    for index in code[open...].indices {
      depth += Bracket.change(code[index])
      if depth == 0 {
        end = index
        break
      }
      if depth == 1, code[index] == UInt8(ascii: ",") { starts.append(index + 1) }
    }
    guard let end else { return nil }
    let parts = starts.indices.map { code[starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] - 1 : end)] }
    return (parts.map(parameter), end)
  }

  /// Reads a parameter such as `with format: String`.
  private static func parameter(_ part: ArraySlice<UInt8>) -> Parameter {
    let sides = part.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let names = (sides.first ?? []).split { " \t\r\n".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    let type = sides.count > 1 ? sides[1].drop { " \t\r\n".utf8.contains($0) } : []
    return (names.first ?? "", (names.last ?? "").utf8, type.starts(with: "String".utf8))
  }
}

extension SwiftSource {
  /// The format among the arguments of a call of such a function, `wait("isHittable == true", on: row)`; nil if the argument is not a literal.
  mutating func literal(of argument: FormatFunctions.Argument) -> SourceLiteral? {
    let start = position
    if let literal = passedLiteral(argument) { return literal }
    position = start
    return nil
  }

  private mutating func passedLiteral(_ argument: FormatFunctions.Argument) -> SourceLiteral? {
    guard has("(") else { return nil }
    position += 1
    for index in 0...argument.index {
      skipSpace()
      let start = position
      var label = word()
      if !label.isEmpty, has(":") {
        position += 1
      } else {
        position = start
        label = "_"
      }
      // A labelled argument is found by its label, because a parameter with a default value before it may be left out.
      if label == argument.label, label != "_" || index == argument.index {
        guard let literal = joined() else { return nil }
        skipSpace()
        return has(",") || has(")") ? literal : nil
      }
      guard skipArgument() else { return nil }
    }
    return nil
  }
}
