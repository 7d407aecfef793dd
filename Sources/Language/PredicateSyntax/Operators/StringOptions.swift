/// The letters in brackets after a comparison operator: `CONTAINS[cd]`. They are printed in the order c, d, n, l.
///
/// ```swift
/// let options: StringOptions = [.caseInsensitive, .diacriticInsensitive]
/// options.letters  // cd
/// ```
public struct StringOptions: OptionSet, Sendable, Hashable {
  /// The bits, as NSComparisonPredicate numbers them.
  public let rawValue: UInt8

  /// Options from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `[c]`: case is ignored, and so is full and half width.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `[d]`: nonspacing marks are ignored.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `[n]`: the strings are normalised already, so they are compared by scalars. It overrides `[c]` and `[d]`.
  public static let normalized = StringOptions(rawValue: 4)
  /// `[l]`: strings are compared by the root collation.
  public static let localeSensitive = StringOptions(rawValue: 8)

  /// Each option and its letter, in the order of printing.
  package static let lettered: [(option: StringOptions, letter: Unicode.Scalar)] = [
    (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"), (.localeSensitive, "l"),
  ]

  /// The option of a letter, in upper or lower case; nil for another byte.
  package init?(letter: UInt8) {
    guard let found = Self.lettered.first(where: { UInt8(ascii: $0.letter) == letter | 0x20 }) else { return nil }
    self = found.option
  }

  /// The letters in the order of printing: `cd`.
  public var letters: String {
    String(String.UnicodeScalarView(Self.lettered.filter { contains($0.option) }.map(\.letter)))
  }
}
