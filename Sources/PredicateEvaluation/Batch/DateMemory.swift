#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// Dates are doubles in memory, the seconds since 2001; where this finds that not so, they are left to the plain evaluator.
enum DateMemory {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    static func isDate(_ type: any Any.Type) -> Bool { type == Date.self && isTrusted }
    static func isOptionalDate(_ type: any Any.Type) -> Bool { type == Date?.self && isTrusted }

    private static let isTrusted: Bool = {
      let date = Date(timeIntervalSinceReferenceDate: 123_456.75)
      let optional: Date? = date
      let absent: Date? = nil
      return MemoryLayout<Date>.size == 8 && MemoryLayout<Date?>.size == MemoryLayout<Double?>.size
        && withUnsafeBytes(of: date) { $0.load(as: Double.self) } == 123_456.75
        && withUnsafeBytes(of: optional) { $0.load(as: Double?.self) } == 123_456.75
        && withUnsafeBytes(of: absent) { $0.load(as: Double?.self) } == nil
    }()
  #else
    static func isDate(_ type: any Any.Type) -> Bool { false }
    static func isOptionalDate(_ type: any Any.Type) -> Bool { false }
  #endif
}
