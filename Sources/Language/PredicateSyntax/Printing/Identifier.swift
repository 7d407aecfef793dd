/// The names that need neither quotes nor escapes. They begin with `_` or a scalar of XID_Start, and continue with scalars of XID_Continue.
enum Identifier {
  /// Whether the whole name is an identifier. An empty name is not.
  static func isOne(_ name: String) -> Bool {
    if name.isEmpty { return false }
    if isPlain(name) { return true }
    var isFirst = true
    for scalar in name.unicodeScalars {
      guard admits(scalar, asFirst: isFirst) else { return false }
      isFirst = false
    }
    return true
  }

  /// The relationship in a key that means all its levels, if the relationship's name is an identifier: `reports` for `reports*`.
  static func ofLevels(_ key: String) -> String? {
    QueryKeyPath.relationship(ofLevels: key).flatMap { isOne($0) ? $0 : nil }
  }

  /// Whether the name is an ASCII identifier. This is the common case, and cheap to test.
  private static func isPlain(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      guard let first = bytes.first, ByteClass.isWordStart(first) else { return false }
      for byte in bytes where !ByteClass.isWord(byte) { return false }
      return true
    }
  }

  /// Whether an identifier may contain a scalar, as its first scalar or as a later one.
  static func admits(_ scalar: Unicode.Scalar, asFirst isFirst: Bool) -> Bool {
    if scalar == "_" { return true }
    return isFirst ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
  }
}

/// Writes doubles with six decimals, as C's `%f` does: the exact value, rounded half to even.
enum FixedPoint {
  private static let scale: UInt64 = 1_000_000

  static func write(_ value: Double, to text: inout some TextOutputStream) {
    if value.sign == .minus { text.write("-") }
    // The absolute value is significand × 2^power.
    let bits = value.magnitude.bitPattern
    let storedExponent = Int(bits >> 52)
    let fraction = bits & ((1 << 52) - 1)
    let significand = storedExponent == 0 ? fraction : fraction | 1 << 52
    let power = max(storedExponent, 1) - 1_075
    if power < 0 {
      write(significand, dividedByTwoTo: -power, to: &text)
    } else {
      write(significand, timesTwoTo: power, to: &text)
      text.write(".000000")
    }
  }

  private static func write(_ significand: UInt64, dividedByTwoTo shift: Int, to text: inout some TextOutputStream) {
    var whole = shift < 64 ? significand >> UInt64(shift) : 0
    let fraction = shift < 64 ? significand & (1 << UInt64(shift) - 1) : significand
    var millionths = roundedQuotient(fraction.multipliedFullWidth(by: scale), shift: shift)
    if millionths == scale {
      whole += 1
      millionths = 0
    }
    let digits = String(millionths)
    text.write(String(whole))
    text.write(".")
    for _ in digits.utf8.count..<6 { text.write("0") }
    text.write(digits)
  }

  /// `product / 2^shift`, rounded to the nearest integer, half to even. The product has at most 73 bits, the quotient 20.
  private static func roundedQuotient(_ product: (high: UInt64, low: UInt64), shift: Int) -> UInt64 {
    if shift > 74 { return 0 }
    let quotient: UInt64
    let remainder: (high: UInt64, low: UInt64)
    let half: (high: UInt64, low: UInt64)
    if shift > 64 {
      quotient = product.high >> UInt64(shift - 64)
      remainder = (product.high & (1 << UInt64(shift - 64) - 1), product.low)
      half = (1 << UInt64(shift - 65), 0)
    } else if shift == 64 {
      quotient = product.high
      remainder = (0, product.low)
      half = (0, 1 << 63)
    } else {
      quotient = product.high << UInt64(64 - shift) | product.low >> UInt64(shift)
      remainder = (0, product.low & (1 << UInt64(shift) - 1))
      half = (0, 1 << UInt64(shift - 1))
    }
    let isAbove = remainder.high != half.high ? remainder.high > half.high : remainder.low > half.low
    let isTie = remainder == half
    return isAbove || (isTie && quotient & 1 == 1) ? quotient + 1 : quotient
  }

  /// Writes the digits of an integer of up to 1,024 bits, by long multiplication in base 10^9, with the least significant limb first.
  private static func write(_ significand: UInt64, timesTwoTo power: Int, to text: inout some TextOutputStream) {
    if power <= 11 {
      text.write(String(significand << UInt64(power)))
      return
    }
    let base: UInt64 = 1_000_000_000
    var limbs = [significand % base, significand / base]
    var remaining = power
    while remaining > 0 {
      let step = min(remaining, 32)
      remaining -= step
      var carry: UInt64 = 0
      for index in limbs.indices {
        let product = limbs[index] << UInt64(step) + carry
        limbs[index] = product % base
        carry = product / base
      }
      while carry > 0 {
        limbs.append(carry % base)
        carry /= base
      }
    }
    for (position, limb) in limbs.reversed().enumerated() {
      let digits = String(limb)
      if position > 0 { for _ in digits.utf8.count..<9 { text.write("0") } }
      text.write(digits)
    }
  }
}
