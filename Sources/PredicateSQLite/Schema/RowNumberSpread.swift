/// Row numbers at even distances, from the least of a table to the greatest.
///
/// Row numbers may stand at both ends of `Int64`, so their distance does not always fit one: `RowNumberSpread(from: .min, to: .max,
/// parts: 2).numbers` is `[.min, -1, .max - 1]`.
struct RowNumberSpread {
  /// The numbers, ascending: the least one, and where each part ends.
  let numbers: [Int64]

  /// - Parameters:
  ///   - first: The least row number.
  ///   - last: The greatest; not below `first`.
  ///   - parts: Into how many parts the distance is divided; at least 1.
  init(from first: Int64, to last: Int64, parts: Int) {
    let step = UInt64(bitPattern: last &- first) / UInt64(parts)
    // Both operations wrap around, and the result lies between the two ends.
    numbers = (0...UInt64(parts)).map { first &+ Int64(bitPattern: step &* $0) }
  }
}
