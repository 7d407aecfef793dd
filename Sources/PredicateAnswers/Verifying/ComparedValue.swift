import PredicateOutput
import PredicateSyntax
import PredicateValues

/// A value of an answer as verification compares it.
struct ComparedValue: Hashable {
  /// What counts as a difference.
  enum Rule {
    /// Also the type: 1, 1.0 and YES differ. For stored values, and for columns of booleans.
    case exact
    /// Values that are equal in the language are alike: 1, 1.0 and YES.
    case byValue
    /// As `byValue`, and doubles are rounded to 12 digits: where the order in which they are added is not defined.
    case rounded
  }

  let value: QueryValue
  private let rule: Rule

  init(_ value: QueryValue, _ rule: Rule) {
    self.rule = rule
    if rule == .rounded, case .double(let number) = value {
      self.value = .double(Self.rounded(number))
    } else {
      self.value = value
    }
  }

  static func == (left: ComparedValue, right: ComparedValue) -> Bool {
    left.value.equals(right.value) && (left.rule != .exact || left.value.type == right.value.type)
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

  private static func rounded(_ number: Double) -> Double {
    guard number.isFinite, number != 0 else { return number }
    // A factor of two costs no digits.
    let scale = Double(sign: .plus, exponent: 40 - Int(number.exponent), significand: 1)
    return scale.isFinite && scale > 0 ? (number * scale).rounded() / scale : number
  }

  /// The value as a literal of the language; two that differ may look the same on the screen.
  var text: String {
    if case .date(let seconds) = value { return ISODate.format(seconds) }
    return exactText
  }

  /// The value with every digit.
  var exactText: String { ValueText.literal(of: value) }
}
