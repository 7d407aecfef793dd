import PredicateOutput
import PredicateValues
import Testing

@Suite("Doubles as people read them")
struct DoubleTextTests {
  /// Rounding errors in the last digits of sums are hidden. A number that really has so many digits is shown in full.
  @Test(
    "Doubles",
    arguments: [
      (8.200000000000001, "8.2"), (0.1 + 0.2, "0.3"), (720047.469000001, "720047.469"),
      (585960.491499999, "585960.4915"), (-201.300000000002, "-201.3"), (5.66666666666666, "5.66666666666666"),
      (1.0 / 3, "0.333333333333333"), (1234.56789012345, "1234.56789012345"), (1e300, "1e+300"), (0.5, "0.5"),
      (123456789012345, "123456789012345.0"), (.infinity, "inf"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (-.greatestFiniteMagnitude, "-1.7976931348623157e+308"),
    ])
  func doubles(_ number: Double, _ text: String) {
    #expect(ValueText().text(of: .double(number)) == text)
  }
}
