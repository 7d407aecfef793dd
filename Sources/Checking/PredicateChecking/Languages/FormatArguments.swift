import PredicateDocuments
import PredicateSyntax

/// The arguments that a program passes beside a format, as far as the source shows them.
enum FormatArguments {
  /// The most bytes of the arguments of a call: those of a longer one are not counted.
  private static let lengthLimit = 1_000

  /// What is wrong with their number; nil where they fit, or where the source does not show how many there are.
  ///
  /// `NSPredicate(format: "year > %d AND genre == %@", year)` reads memory that is no argument for `%@`.
  static func issues(in format: String, count: Int?) -> [PredicateIssue] {
    guard let count else { return [] }
    let tokens = SourceToken.all(in: Array(format.utf8), from: 0)
    let specifiers = tokens.filter { $0.kind == .variable && $0.text.hasPrefix("%") }
    if specifiers.count > count {
      return [
        .found(
          .argumentCount, .error, specifiers[count].place,
          "nothing is passed for this specifier: the format has \(number(specifiers.count, "specifier")), "
            + "the call \(number(count, "argument"))", hint: "pass a value for each specifier")
      ]
    }
    // A specifier in quotes has a note of its own.
    let hasQuoted = tokens.contains { $0.kind == .string && $0.text.contains("%") }
    if specifiers.count < count, !hasQuoted {
      return [
        .found(
          .argumentCount, .note, SourceRange(0, format.utf8.count),
          "the format has \(number(specifiers.count, "specifier")), the call \(number(count, "argument"))")
      ]
    }
    return []
  }

  private static func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// The number of arguments in a text such as `, year, genre as NSString)`, up to the bracket that closes the call; nil where it does not show.
  ///
  /// `skip` goes over a comment or a literal at an offset and returns the offset behind it; nil where there is none.
  static func count(in bytes: [UInt8], from start: Int, skip: (Int) -> Int?) -> Int? {
    var position = start
    var depth = 0
    var commas = 0
    var words = false
    while position < min(bytes.count, start + lengthLimit) {
      if "/\"'#".utf8.contains(bytes[position]), let next = skip(position), next > position {
        // A literal is an argument; a comment is none.
        if bytes[position] != UInt8(ascii: "/") { words = true }
        position = next
        continue
      }
      let change = Bracket.change(bytes[position])
      // A comma before the closing bracket begins no argument.
      if depth == 0, change < 0 { return words ? commas : max(commas - 1, 0) }
      depth += change
      switch bytes[position] {
      case UInt8(ascii: ",") where depth == 0:
        commas += 1
        words = false
      // `argumentArray: list` and `arguments: list` pass what the source does not show.
      case UInt8(ascii: ":") where depth == 0: return nil
      case 0x20, 0x09, 0x0A, 0x0D: break
      case UInt8(ascii: ";"): return nil
      default: words = words || change >= 0
      }
      position += 1
    }
    return nil
  }
}

/// A reader of a source whose formats take arguments.
protocol FormatSource: ByteCursor {
  /// Goes over a comment or a literal; whether there was one.
  mutating func skipNoCode() -> Bool
}

extension FormatSource {
  /// Goes over white space and comments.
  mutating func skipSpace() {
    while position < bytes.count, has("//") || has("/*") || " \t\r\n".utf8.contains(bytes[position]) {
      if " \t\r\n".utf8.contains(bytes[position]) { position += 1 } else { _ = skipNoCode() }
    }
  }

  /// The number of arguments behind the format; nil where the source does not show it.
  func argumentCount() -> Int? {
    FormatArguments.count(in: bytes, from: position) { place in
      var source = self
      source.position = place
      return source.skipNoCode() ? source.position : nil
    }
  }
}
