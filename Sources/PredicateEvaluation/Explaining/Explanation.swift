import PredicateSyntax
import PredicateValues

/// Why a predicate holds of one object or not: what each of its parts comes to, and the values that it compares.
///
/// ```swift
/// let why = try QueryPredicate("year > 1990 AND genre == 'Noir'").explanation(with: movie)
/// why.parts[0].holds      // true
/// why.parts[1].decides    // true: the whole is false because of it
/// why.parts[1].values     // genre: "Drama"
/// ```
///
/// Each part is evaluated by itself, so that a part has an answer even where another one had decided already; `random()` gives each part another
/// number. An explanation holds no object of the application: it may be kept, sent and coded.
public struct Explanation: Sendable, Hashable, Codable {
  /// The kinds of a part.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// `p AND q`: the parts are the conditions.
    case and
    /// `p OR q`: the parts are the conditions.
    case or
    /// `NOT p`: the one part is the condition.
    case not
    /// A comparison, which has values and no parts.
    case comparison
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant
  }

  /// An expression of a comparison and its value for the object.
  public struct Value: Sendable {
    /// The expression in the form that the language's printer writes.
    public let text: String
    /// The value. An object with an identity is a `.reference`.
    public let value: QueryValue

    package init(text: String, value: QueryValue) {
      self.text = text
      self.value = value
    }
  }

  /// Why a part has no answer.
  public struct Failure: Sendable, Hashable, Codable {
    /// The code of the issue: `families-differ`, `unknown-key`.
    public let code: String
    /// The message of the issue.
    public let message: String
  }

  /// What the part is.
  public let kind: Kind
  /// The part in the form that the language's printer writes.
  public let text: String
  /// The place in the text that the predicate was read from, in UTF-8 bytes; nil where the part was built in code.
  public let range: Range<Int>?
  /// Whether the part holds; nil where evaluating it failed.
  public let holds: Bool?
  /// Whether the answer of the whole comes from this part: the whole decides, a false condition decides a false AND, a true condition decides
  /// a true OR.
  public let decides: Bool
  /// What a comparison compares: each expression that is more than a constant, and the paths inside of it. Objects without an identity are
  /// left out.
  public let values: [Value]
  /// Why the part has no answer; nil where it has one.
  public let failure: Failure?
  /// The conditions inside.
  public let parts: [Explanation]
}

extension Explanation.Value: Hashable {
  /// The value as a constant of the language.
  var constant: QueryExpression { value.queryArgument.expression() }

  /// Whether the expressions are written alike, and the values are alike in type and content.
  public static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameScalars(as: right.text) && left.constant == right.constant
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    text.hashScalars(into: &hasher)
    hasher.combine(constant)
  }
}

extension Explanation.Failure {
  /// Why a part has no answer, by the issue that evaluating it threw.
  package init(_ issue: PredicateIssue) { self.init(code: issue.code, message: issue.message) }
}

extension Explanation {
  /// The explanation with other texts of its parts and their values: names that a parser read in the place of others.
  package func withTexts(_ text: (String) -> String) -> Explanation {
    Explanation(
      kind: kind, text: text(self.text), range: range, holds: holds, decides: decides,
      values: values.map { Value(text: text($0.text), value: $0.value) },
      failure: failure.map { Failure(code: $0.code, message: text($0.message)) },
      parts: parts.map { $0.withTexts(text) })
  }
}
