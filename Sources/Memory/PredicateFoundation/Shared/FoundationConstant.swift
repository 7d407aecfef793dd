#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateSyntax

  /// A type whose values Foundation's predicates can compare with constants.
  protocol FoundationConstant: Equatable, Codable, Sendable {
    /// The value that equals a constant; nil if the type has no such value.
    init?(_ literal: QueryLiteral)
  }

  /// A collection whose elements are ``FoundationConstant`` values.
  protocol FoundationConstants<Element>: Collection where Element: FoundationConstant {
    /// The key path of the collection's `count`: the last step of `$0.tags.count`.
    static var countKeyPath: any KeyPath<Self, Int> & Sendable { get }
  }

  extension Array: FoundationConstants where Element: FoundationConstant {
    static var countKeyPath: any KeyPath<Self, Int> & Sendable { \Self.count }
  }

  extension Set: FoundationConstants where Element: FoundationConstant {
    static var countKeyPath: any KeyPath<Self, Int> & Sendable { \Self.count }
  }

  /// An integer or a binary floating point number.
  protocol FoundationNumber: FoundationConstant, ExpressibleByIntegerLiteral {
    init?(exactly value: Int64)
    init?(exactly value: Double)
  }

  extension FoundationNumber {
    init?(_ literal: QueryLiteral) {
      switch literal {
      case .integer(let value): self.init(exactly: value)
      case .double(let value): self.init(exactly: value)
      case .boolean(let value): self = value ? 1 : 0
      default: return nil
      }
    }
  }

  extension Int: FoundationNumber {}
  extension Int8: FoundationNumber {}
  extension Int16: FoundationNumber {}
  extension Int32: FoundationNumber {}
  extension Int64: FoundationNumber {}
  extension UInt: FoundationNumber {}
  extension UInt8: FoundationNumber {}
  extension UInt16: FoundationNumber {}
  extension UInt32: FoundationNumber {}
  extension UInt64: FoundationNumber {}
  extension Double: FoundationNumber {}
  extension Float: FoundationNumber {}

  extension Bool: FoundationConstant {
    init?(_ literal: QueryLiteral) {
      switch literal {
      case .boolean(let value): self = value
      case .integer(0), .integer(1): self = literal == .integer(1)
      default: return nil
      }
    }
  }

  extension String: FoundationConstant {
    init?(_ literal: QueryLiteral) {
      guard case .string(let value) = literal else { return nil }
      self = value
    }
  }

  extension Date: FoundationConstant {
    init?(_ literal: QueryLiteral) {
      guard case .date(let seconds) = literal else { return nil }
      self.init(timeIntervalSinceReferenceDate: seconds)
    }
  }

  extension UUID: FoundationConstant {
    init?(_ literal: QueryLiteral) {
      guard case .uuid(let value) = literal else { return nil }
      self.init(uuidString: value.description)
    }
  }

  extension URL: FoundationConstant {
    init?(_ literal: QueryLiteral) {
      guard case .url(let text) = literal else { return nil }
      self.init(string: text)
    }
  }

  extension Data: FoundationConstant {
    init?(_ literal: QueryLiteral) {
      guard case .data(let bytes) = literal else { return nil }
      self.init(bytes)
    }
  }

  extension Decimal: FoundationConstant {
    init?(_ literal: QueryLiteral) {
      switch literal {
      case .integer(let value): self.init(value)
      case .decimal(let value):
        self.init(string: value.description)
        guard QueryDecimal(description) == value else { return nil }
      default: return nil
      }
    }
  }
#endif
