/// How a program uses a predicate, as far as the text around the call shows it.
struct PredicateUse {
  /// Whether the predicate filters values or elements in memory, or a user interface: `texts.filter(using:)`, `predicate.evaluate(with:)`,
  /// `buttons.element(matching:)`.
  let isInMemory: Bool

  /// The code before the call (`head`) and after it (`tail`), without spaces.
  private let head: [UInt8]
  private let tail: [UInt8]
  /// The name that the statement assigns the predicate to; empty if there is none.
  private let name: [UInt8]
  private let flow: PredicateFlow

  /// The number of bytes before and after the call that are read.
  private static let reach = (before: 400, after: 2_000)
  /// The greatest number of bytes between the beginning of a call and the predicate's name in its arguments.
  private static let callReach = 300
  /// The code directly before the predicate in a call that filters in memory.
  private static let callers = [
    "evaluate(with:", "filtered(using:", "filter(using:", "element(matching:", "matching(", "containing(",
    "expectation(for:", "expectationForPredicate(", "matchingPredicate(", "containingPredicate(",
    "elementMatchingPredicate(",
    "XCTNSPredicateExpectation(predicate:", "filteredArrayUsingPredicate:", "filterUsingPredicate:",
    "filteredSetUsingPredicate:", "filteredOrderedSetUsingPredicate:", "expectationForPredicate:",
    "XCTNSPredicateExpectationalloc]initWithPredicate:", "elementMatchingPredicate:", "matchingPredicate:",
    "containingPredicate:",
  ].map { Array($0.utf8) }
  /// The code between a predicate and the value that it evaluates.
  private static let evaluations = [
    ".evaluate(", ".evaluate)", "evaluateWithObject:", "evaluatedWithObject:", "object:",
  ].map { Array($0.utf8) }

  /// The use of the predicate that a call creates.
  init(_ bytes: [UInt8], call: Range<Int>) {
    let before = bytes[max(call.lowerBound - Self.reach.before, 0)..<call.lowerBound]
    head = Self.squeezed(before)
    tail = Self.squeezed(bytes[min(call.upperBound, bytes.count)...].prefix(Self.reach.after))
    name = Self.name(before)
    flow = PredicateFlow(bytes, call: call)
    let (head, tail, name) = (head, tail, name)
    let isInline = Self.callers.contains { caller in
      ["", "[", "[NSPredicate"].contains { head.suffix(caller.count + $0.utf8.count).elementsEqual(caller + $0.utf8) }
    }
    let behind = tail[Self.arguments(tail[...], isCall: true).endIndex...].drop { ")]\n".utf8.contains($0) }
    let isEvaluated = Self.evaluations.contains { behind.starts(with: $0) }
    let isPassed =
      !name.isEmpty
      && (Self.evaluations.contains { tail.holds(name + $0) }
        || Self.callers.contains {
          tail.places(behind: $0 + name).contains { !tail[$0...].prefix(1).contains(where: NameByte.isPart) }
        })
    isInMemory = isInline || isEvaluated || isPassed
  }

  /// Whether the predicate is an argument of one of some calls, or is assigned to one of some properties: directly, by its name, as a part of a
  /// compound predicate or of a list, or through a function of the file.
  ///
  /// ```swift
  /// // CKQuery(recordType: "Film", predicate: NSPredicate(format: "year > 1990"))
  /// use.isPassed(to: ["CKQuery("])  // true
  /// ```
  ///
  /// - Parameter receivers: The code before the arguments, without spaces: `CKQuery(`, `.predicate=`.
  func isPassed(to receivers: [String]) -> Bool {
    let isInline = receivers.contains { receiver in
      guard let start = head.places(behind: Array(receiver.utf8)).last else { return false }
      return Self.arguments(head[start...], isCall: !receiver.hasSuffix("=")).endIndex == head.endIndex
    }
    if isInline { return true }
    let names = (name.isEmpty ? [] : [name]) + flow.names
    if Self.passes(tail, names, to: receivers) { return true }
    guard let function = flow.function else { return false }
    return Self.passes(Self.squeezed(function.text), function.parameters, to: receivers)
  }

  /// Whether a text without spaces passes one of the names to one of the receivers.
  private static func passes(_ text: [UInt8], _ names: [[UInt8]], to receivers: [String]) -> Bool {
    if names.isEmpty { return false }
    return receivers.contains { receiver in
      text.places(behind: Array(receiver.utf8)).contains { start in
        arguments(text[start...].prefix(callReach), isCall: !receiver.hasSuffix("="))
          .split { !NameByte.isPart($0) }.contains { word in names.contains { word.elementsEqual($0) } }
      }
    }
  }

  /// The text up to the bracket that closes the call. For an assignment, the text up to the end of the line.
  private static func arguments(_ text: ArraySlice<UInt8>, isCall: Bool) -> ArraySlice<UInt8> {
    var depth = 0
    for (index, byte) in zip(text.indices, text) {
      depth += Bracket.change(byte)
      if depth < 0 || byte == UInt8(ascii: ";") || byte == 0x0A && depth == 0 && !isCall { return text[..<index] }
    }
    return text
  }

  /// The name that is assigned at the end of a text: `p` for `let p = `, `let p: NSPredicate = ` and `NSPredicate *p = [NSPredicate `.
  private static func name(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard let sign = text.lastIndex(of: UInt8(ascii: "=")), sign > text.startIndex,
      ["", "[", "[NSPredicate"].contains(where: {
        squeezed(text[(sign + 1)...].filter { $0 != 0x0A }[...]) == Array($0.utf8)
      })
    else { return [] }
    let line = text[..<sign].split(separator: 0x0A).last ?? []
    let target = line.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? []
    return target.split { !NameByte.isPart($0) }.last.map(Array.init) ?? []
  }

  /// The text without spaces and tabs. Line ends stay.
  private static func squeezed(_ text: ArraySlice<UInt8>) -> [UInt8] { text.filter { !" \t\r".utf8.contains($0) } }
}

extension [UInt8] {
  /// The offsets after each occurrence of a text.
  fileprivate func places(behind text: [UInt8]) -> [Int] {
    var places: [Int] = []
    while let found = offset(of: text, from: places.last ?? 0) { places.append(found + text.count) }
    return places
  }
}
