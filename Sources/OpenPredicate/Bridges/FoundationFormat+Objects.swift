#if canImport(Foundation)
  import Foundation
  import PredicateSyntax

  extension FoundationFormat {
    /// The arguments as `NSPredicate(format:argumentArray:)` takes them.
    package var objects: [Any] {
      arguments.map { argument in
        switch argument {
        case .keys(let keys): NSString(string: keys)
        case .constant(let value): Self.object(for: value) ?? NSNull()
        }
      }
    }

    /// A constant as an object of Foundation; nil where it has none of the same value.
    static func object(for literal: QueryLiteral) -> NSObject? {
      switch literal {
      case .null: return NSNull()
      case .boolean(let value): return NSNumber(value: value)
      case .integer(let value): return NSNumber(value: value)
      case .double(let value): return NSNumber(value: value)
      case .decimal(let value):
        guard value.digits.count <= 38, (-128...127).contains(value.exponent),
          let decimal = Decimal(string: value.description, locale: nil)
        else { return nil }
        return NSDecimalNumber(decimal: decimal)
      case .string(let value): return NSString(string: value)
      case .date(let seconds): return NSDate(timeIntervalSinceReferenceDate: seconds)
      case .data(let bytes): return NSData(bytes: bytes, length: bytes.count)
      case .uuid(let value): return NSUUID(uuidString: value.description)
      case .url(let text): return NSURL(string: text)
      case .object: return nil
      }
    }
  }
#endif
