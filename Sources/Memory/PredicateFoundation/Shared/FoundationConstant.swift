import Foundation
import PredicateReference
import PredicateSyntax

extension QueryLiteral {
  /// The constant as a value of a type of Foundation or Swift: a `Date`, an `Int64`. Nil for nil, for an object,
  /// for a number that `Decimal` cannot represent, and for a URL that Foundation cannot parse.
  var foundationValue: Any? {
    switch self {
    case .null, .object: nil
    case .boolean(let value): value
    case .integer(let value): value
    case .double(let value): value
    case .decimal(let value): Decimal(exactly: value)
    case .string(let value): value
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let bytes): Data(bytes)
    case .uuid(let value): UUID(uuidString: value.description)
    case .url(let text): URL(string: text)
    }
  }
}

extension QueryExpression {
  /// The value of a constant; nil for other expressions.
  var constant: QueryLiteral? {
    if case .literal(let value) = node { value } else { nil }
  }
}

/// The comparisons by order, in the language and in Foundation.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
enum FoundationOrder {
  static let all: [(ours: PredicateSyntax.ComparisonOperator, theirs: PredicateExpressions.ComparisonOperator)] = [
    (.lessThan, .lessThan), (.lessThanOrEqual, .lessThanOrEqual), (.greaterThan, .greaterThan),
    (.greaterThanOrEqual, .greaterThanOrEqual),
  ]
}

/// A type whose values Foundation's predicates can compare with constants.
protocol FoundationConstant: Equatable, Codable, Sendable {
  /// The value that equals a constant; nil if the type has no such value.
  init?(_ literal: QueryLiteral)
}

extension FoundationConstant {
  init?(_ literal: QueryLiteral) {
    guard let value = literal.foundationValue as? Self else { return nil }
    self = value
  }
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

extension String: FoundationConstant {}
extension Date: FoundationConstant {}
extension UUID: FoundationConstant {}
extension URL: FoundationConstant {}
extension Data: FoundationConstant {}

extension Bool: FoundationConstant {
  init?(_ literal: QueryLiteral) {
    switch literal {
    case .boolean(let value): self = value
    case .integer(0), .integer(1): self = literal == .integer(1)
    default: return nil
    }
  }
}

extension Decimal: FoundationConstant {
  init?(_ literal: QueryLiteral) {
    switch literal {
    case .integer(let value): self.init(value)
    case .decimal(let value): self.init(exactly: value)
    default: return nil
    }
  }

  /// The decimal of the same value; nil if `Decimal` does not have the value.
  fileprivate init?(exactly value: QueryDecimal) {
    self.init(string: value.description)
    guard exactly == value else { return nil }
  }
}
