#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import ucrt
#endif

/// The functions of the C library that the language needs. Only this file imports it.
enum SystemLibrary {
  static func logarithm(_ value: Double) -> Double { log(value) }

  static func decimalLogarithm(_ value: Double) -> Double { log10(value) }

  /// e to the power of a value.
  static func exponential(_ value: Double) -> Double { exp(value) }

  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The largest whole number that is not above a value.
  static func floored(_ value: Double) -> Double { floor(value) }

  /// The smallest whole number that is not below a value.
  static func ceiled(_ value: Double) -> Double { ceil(value) }

  static func truncated(_ value: Double) -> Double { trunc(value) }

  /// The sign of the first difference between two byte sequences of the same length.
  @inline(__always)
  static func compare(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Int {
    Int(memcmp(left, right, count))
  }

  /// The offset of the first occurrence of a pattern of at least one byte; nil if there is none.
  static func offset(
    of pattern: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let needle = pattern.baseAddress, let hay = text.baseAddress, !pattern.isEmpty else { return nil }
    let last = pattern.count - 1
    var offset = 0
    while offset + last < text.count {
      guard let found = memchr(hay + offset, Int32(needle[0]), text.count - last - offset) else { return nil }
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(hay)
      // The last byte is compared first, because this excludes most positions without a call.
      if hay[offset + last] == needle[last] && compare(hay + offset, needle, last) == 0 { return offset }
      offset += 1
    }
    return nil
  }

  /// Seconds since 2001-01-01 00:00:00 UTC, by the system's clock.
  static func secondsSinceReferenceDate() -> Double {
    var time = timespec()
    #if canImport(ucrt)
      timespec_get(&time, TIME_UTC)
    #else
      clock_gettime(CLOCK_REALTIME, &time)
    #endif
    return Double(Int64(time.tv_sec) - 978_307_200) + Double(time.tv_nsec) / 1e9
  }
}
