import PredicateDocuments
import PredicateSyntax

/// The arguments that a program passes with a format, if the source shows them.
enum FormatArguments {
  /// The greatest number of bytes of a call's arguments. The arguments of a longer call are not counted.
  private static let lengthLimit = 1_000

  /// The issue about their number; empty if it fits the format, or if the source does not show it.
  ///
  /// `NSPredicate(format: "year > %d AND genre == %@", year)` reads memory that is not an argument for `%@`.
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
    // A specifier in quotes has another note.
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

  /// The number of arguments in a text such as `, year, genre as NSString)`, up to the bracket that closes the call; nil if the text does not show it.
  ///
  /// `skip` returns the offset after a comment or a literal at an offset; nil if there is none.
  static func count(in bytes: [UInt8], from start: Int, skip: (Int) -> Int?) -> Int? {
    var position = start
    var depth = 0
    var commas = 0
    var words = false
    while position < min(bytes.count, start + lengthLimit) {
      if "/\"'#".utf8.contains(bytes[position]), let next = skip(position), next > position {
        // A literal is an argument, a comment is not.
        if bytes[position] != UInt8(ascii: "/") { words = true }
        position = next
        continue
      }
      let change = Bracket.change(bytes[position])
      // A comma before the closing bracket does not begin an argument.
      if depth == 0, change < 0 { return words ? commas : max(commas - 1, 0) }
      depth += change
      switch bytes[position] {
      case UInt8(ascii: ",") where depth == 0:
        commas += 1
        words = false
      // `argumentArray: list` and `arguments: list` pass values that the source does not show.
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

/// The options before a predicate in the arguments of a process.
enum ProcessOptions {
  /// The literals of the options, `"--predicate"` of `log --predicate`, whose commands a source names as literals or paths.
  static func literals(_ places: [String], in bytes: [UInt8]) -> [[UInt8]] {
    places.map { $0.split(separator: " ").map(String.init) }.filter {
      $0.count == 2 && (bytes.holds("/\($0[0])\"".utf8) || bytes.holds("\"\($0[0])\"".utf8))
    }.map { Array("\"\($0[1])\"".utf8) }
  }
}

/// A reader of a source whose formats take arguments.
protocol FormatSource: ByteCursor {
  /// Skips a comment or a literal. Returns whether there was one.
  mutating func skipNoCode() -> Bool
}

extension FormatSource {
  /// Skips white space and comments.
  mutating func skipSpace() {
    while position < bytes.count, has("//") || has("/*") || " \t\r\n".utf8.contains(bytes[position]) {
      if " \t\r\n".utf8.contains(bytes[position]) { position += 1 } else { _ = skipNoCode() }
    }
  }

  /// The number of arguments after the format; nil if the source does not show it.
  func argumentCount() -> Int? {
    FormatArguments.count(in: bytes, from: position) { place in
      var source = self
      source.position = place
      return source.skipNoCode() ? source.position : nil
    }
  }
}
