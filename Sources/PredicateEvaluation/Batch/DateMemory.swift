#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

import PredicateMemory

/// Dates are doubles in memory, the seconds since 2001. Where this finds that not so, Foundation gives the seconds.
enum DateMemory {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// Whether a type is Foundation's `Date`.
    static func isDate(_ type: any Any.Type) -> Bool { type == Date.self }
    /// Whether a type is an optional `Date`.
    static func isOptionalDate(_ type: any Any.Type) -> Bool { type == Date?.self }

    /// The seconds of a date, asked the public way.
    static func seconds(_ address: UnsafeRawPointer) -> Double {
      address.assumingMemoryBound(to: Date.self).pointee.timeIntervalSinceReferenceDate
    }

    /// The seconds of an optional date, asked the public way.
    static func optionalSeconds(_ address: UnsafeRawPointer) -> Double? {
      address.assumingMemoryBound(to: Date?.self).pointee?.timeIntervalSinceReferenceDate
    }

    /// Whether dates are doubles.
    static let isTrusted: Bool = {
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
    static func isDate(_ type: any Any.Type) -> Bool { false }
    static func isOptionalDate(_ type: any Any.Type) -> Bool { false }
    static func seconds(_ address: UnsafeRawPointer) -> Double { .nan }
    static func optionalSeconds(_ address: UnsafeRawPointer) -> Double? { nil }
    static let isTrusted = false
  #endif
}
