#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// Dates are doubles in memory, the seconds since 2001. Where this finds that not so, Foundation gives the seconds.
package enum DateMemory {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// Whether a type is Foundation's `Date`.
    package static func isDate(_ type: any Any.Type) -> Bool { type == Date.self }
    /// Whether a type is an optional `Date`.
    package static func isOptionalDate(_ type: any Any.Type) -> Bool { type == Date?.self }

    /// The seconds of a date, asked the public way.
    package static func seconds(_ address: UnsafeRawPointer) -> Double {
      address.assumingMemoryBound(to: Date.self).pointee.timeIntervalSinceReferenceDate
    }

    /// The seconds of an optional date, asked the public way.
    package static func optionalSeconds(_ address: UnsafeRawPointer) -> Double? {
      address.assumingMemoryBound(to: Date?.self).pointee?.timeIntervalSinceReferenceDate
    }

    /// Whether dates are doubles.
    package static let isTrusted: Bool = {
      guard RawReads.areOn else { return false }
      let date = Date(timeIntervalSinceReferenceDate: 123_456.75)
      let optional: Date? = date
      let absent: Date? = nil
      return MemoryLayout<Date>.size == 8 && MemoryLayout<Date?>.size == MemoryLayout<Double?>.size
        && withUnsafeBytes(of: date) { $0.load(as: Double.self) } == 123_456.75
        && withUnsafeBytes(of: optional) { $0.load(as: Double?.self) } == 123_456.75
        && withUnsafeBytes(of: absent) { $0.load(as: Double?.self) } == nil
    }()
  #else
    package static func isDate(_ type: any Any.Type) -> Bool { false }
    package static func isOptionalDate(_ type: any Any.Type) -> Bool { false }
    package static func seconds(_ address: UnsafeRawPointer) -> Double { .nan }
    package static func optionalSeconds(_ address: UnsafeRawPointer) -> Double? { nil }
    package static let isTrusted = false
  #endif
}
