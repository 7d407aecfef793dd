/// The message of an issue, and separately its interpolated values. For `"\(entity) has no property “\(name)”"` the key is `%@ has no property “%@”`,
/// and the parameters are the two values.
package struct IssueText: Sendable, Hashable {
  package let text: String
  /// The sentence with `%@` instead of each parameter, and `%%` for a percent sign.
  package let key: String
  /// The interpolated values, in the order of the sentence.
  package let parameters: [String]

  /// A sentence without parameters.
  package init(_ text: String) {
    self.text = text
    key = Self.escaped(text)
    parameters = []
  }

  fileprivate init(_ interpolation: StringInterpolation) {
    text = interpolation.text
    key = interpolation.key
    parameters = interpolation.parameters
  }

  private static func escaped(_ text: String) -> String { text.replacingScalars { $0 == "%" ? "%%" : nil } }
}

extension IssueText: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var key = ""
    fileprivate var parameters: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
      parameters.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
      key += IssueText.escaped(literal)
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description
      key += "%@"
      parameters.append(value.description)
    }

    /// Appends another text. Its parameters become parameters of this text.
    package mutating func appendInterpolation(_ other: IssueText) {
      text += other.text
      key += other.key
      parameters += other.parameters
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation) }
}

extension String {
  /// The text as a sentence for people: with a capital letter and a full stop.
  package var asSentence: String {
    let end = last.map { ".!?”".contains($0) } ?? true ? "" : "."
    return prefix(1).uppercased() + dropFirst() + end
  }
}
