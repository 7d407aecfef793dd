import PredicateValues

/// Reads dates whose years do not have four digits, in the form that `.mode` and `.export` write: `-0752-04-22T00:00:00Z`, `+12345-01-02T00:00:00Z`.
enum FarDate {
  /// The seconds since 2001; nil for any other text. Year -752 is 753 BC.
  static func parse(_ text: String) -> Double? {
    guard let sign = text.first, sign == "-" || sign == "+" else { return nil }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard (4...9).contains(digits.count), let size = Int(digits) else { return nil }
    let year = sign == "-" ? -size : size
    // The calendar repeats after 400 years, so the date is moved by multiples of 400 years into the supported range.
    let cycle = (year >= 0 ? year : year - 399) / 400
    let rest = text.dropFirst(1 + digits.count)
    guard let date = ISODate.parse("\(ISODate.padded(year - cycle * 400, 4))\(rest)") else { return nil }
    return date + Double(cycle) * 146_097 * 86_400
  }
}
