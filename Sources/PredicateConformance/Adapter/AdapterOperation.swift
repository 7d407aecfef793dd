/// An operation that a program adds to the line protocol: about a predicate, with options and perhaps an input.
///
/// ```swift
/// AdapterOperation("format") { predicate, _, _ in #"{"canonical":"\(predicate)"}"# }
/// // {"id": 1, "op": "format", "format": "a == 1"}
/// ```
public struct AdapterOperation: Sendable {
  /// The name in the member `op`.
  public let name: String
  /// The member of a request that holds the input; nil where there is none.
  let input: String?
  /// Makes the members of the answer, as an object of JSON, of the predicate, the input and the options. An input or options that are no
  /// string are handed over as JSON.
  let answer: @Sendable (_ predicate: String, _ input: String?, _ options: String?) -> String

  /// An operation.
  public init(
    _ name: String, input: String? = nil,
    answer: @escaping @Sendable (_ predicate: String, _ input: String?, _ options: String?) -> String
  ) {
    self.name = name
    self.input = input
    self.answer = answer
  }
}
