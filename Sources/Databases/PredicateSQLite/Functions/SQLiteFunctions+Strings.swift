import GRDBSQLite
import PredicateBinding
import PredicateSQL
import PredicateValues

/// The string tests. A constant pattern is prepared once per statement.
extension SQLiteFunctions {
  static let strings: [SQLiteFunction] = [
    SQLiteFunction(.fold, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let subject = call.bytes(0),
        call.mayFold(subject, call.options(1))
      else { return }
      let state = call.state
      state.scratch.removeAll(keepingCapacity: true)
      StringFolding(call.options(1)).fold(subject, appendingTo: &state.scratch)
      call.give(text: state.scratch)
    },
    SQLiteFunction(.equals, 3) { SQLiteCall($0, $1, $2)?.match(.equal) },
    SQLiteFunction(.beginsWith, 3) { SQLiteCall($0, $1, $2)?.match(.prefix) },
    SQLiteFunction(.endsWith, 3) { SQLiteCall($0, $1, $2)?.match(.suffix) },
    SQLiteFunction(.contains, 3) { SQLiteCall($0, $1, $2)?.match(.contains) },
    SQLiteFunction(.like, 3) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let subject = call.bytes(0), let pattern = call.likePattern,
        call.mayFold(subject, call.options(2))
      else { return }
      // In the worst case each byte of the subject is compared with each byte of the pattern.
      if let work = call.state.work, !work.take(subject.count * (call.bytes(1)?.count ?? 0)) {
        return call.fail(.tooMuchWork)
      }
      call.give(pattern.value.matches(subject, scratch: &call.state.scratch))
    },
    SQLiteFunction(.matches, 3) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let subject = call.bytes(0),
        call.mayFold(subject, call.options(2))
      else { return }
      do throws(PredicateIssue) {
        guard let expression = try call.regularExpression else { return }
        if let work = call.state.work, !work.take(matching: subject, expression.value) { throw .tooMuchWork }
        if StringSearch.isASCII(subject) {
          call.give(try expression.value.matches(subject))
        } else if let text = call.text(0) {
          // The bytes are converted to a string, because bytes in a database need not be valid UTF-8.
          call.give(try expression.value.matches(text))
        }
      } catch {
        call.fail(error)
      }
    },
    SQLiteFunction(.length, 1) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let subject = call.bytes(0) else { return }
      call.give(StringSearch.isASCII(subject) ? subject.count : String(decoding: subject, as: UTF8.self).utf16.count)
    },
    SQLiteFunction(.property, 2) { context, count, values in
      guard let call = SQLiteCall(context, count, values), let name = call.text(0), let subject = call.text(1),
        // Strings and URLs have no property name in common, so either lookup is right.
        let value = StringProperty.value(of: subject, named: name) ?? URLProperty.value(of: subject, named: name)
      else { return }
      call.give(value)
    },
  ]
}

/// A matcher with its own memory for folded texts. It belongs to one statement, which runs on one thread at a time.
private final class KeptMatcher {
  private let matcher: StringMatcher
  private var scratch: [UInt8] = []

  init(_ matcher: StringMatcher) { self.matcher = matcher }

  func matches(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    matcher.answerInPlace(subject) ?? matcher.matchesFolded(subject, scratch: &scratch)
  }
}

extension SQLiteCall {
  /// Returns whether the folded subject contains a text at a certain position.
  fileprivate func match(_ question: StringMatcher.Question) {
    guard let subject = bytes(0), mayFold(subject, options(2)) else { return }
    let answer = kept(1, as: KeptMatcher.self)?.matches(subject)
    if let answer { return give(answer) }
    guard let pattern = bytes(1) else { return }
    let matcher = KeptMatcher(
      StringMatcher(question, foldedPattern: Array(pattern), folding: StringFolding(options(2))))
    give(matcher.matches(subject))
    keep(matcher, for: 1)
  }

  /// The pattern of LIKE; nil if the argument is not a text.
  fileprivate var likePattern: Kept<LikePattern>? {
    if let kept = kept(1, as: Kept<LikePattern>.self) { return kept }
    guard let text = text(1) else { return nil }
    let pattern = Kept(LikePattern(text, options: options(2)))
    keep(pattern, for: 1)
    return pattern
  }

  /// The pattern of MATCHES; nil if the argument is not a text.
  fileprivate var regularExpression: Kept<RegularExpression>? {
    get throws(PredicateIssue) {
      if let kept = kept(1, as: Kept<RegularExpression>.self) { return kept }
      guard let text = text(1) else { return nil }
      let expression = Kept(
        try RegularExpressionCache.shared.expression(
          text, options: options(2),
          stepLimit: min(state.limits.regularExpressionSteps, state.work?.regularExpressionSteps ?? .max)))
      keep(expression, for: 1)
      return expression
    }
  }
}
