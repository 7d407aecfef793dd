#if canImport(Foundation)
  import Foundation
#elseif canImport(FoundationEssentials)
  import FoundationEssentials
#endif

/// The Swift types whose numbers the engine loads.
enum NumberTypes {
  /// Whether a type holds floating point numbers, which may be NaN.
  static func isDouble(_ type: any Any.Type) -> Bool {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == Date.self { return true }
    #endif
    return type is any BinaryFloatingPoint.Type
  }

  /// Hands the column of a type to a visitor; nil for types that are not loaded as numbers.
  @inline(__always)
  static func visit<Visitor: NumberTypeVisitor>(_ type: any Any.Type, _ visitor: Visitor) -> Visitor.Result? {
    let wrapped = (type as? any OptionalReference.Type)?.wrapped
    let isOptional = wrapped != nil
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if (wrapped ?? type) == Date.self { return visit(DateSource.self, isOptional, visitor) }
    #endif
    #if canImport(Foundation)
      if (wrapped ?? type) == CGFloat.self { return visit(DoubleSource<CGFloat>.self, isOptional, visitor) }
    #endif
    // A switch over the types, so that the compiler specialises the visitor for each.
    return switch wrapped ?? type {
    case is Int.Type: visit(IntegerSource<Int>.self, isOptional, visitor)
    case is Int8.Type: visit(IntegerSource<Int8>.self, isOptional, visitor)
    case is Int16.Type: visit(IntegerSource<Int16>.self, isOptional, visitor)
    case is Int32.Type: visit(IntegerSource<Int32>.self, isOptional, visitor)
    case is Int64.Type: visit(IntegerSource<Int64>.self, isOptional, visitor)
    case is UInt8.Type: visit(IntegerSource<UInt8>.self, isOptional, visitor)
    case is UInt16.Type: visit(IntegerSource<UInt16>.self, isOptional, visitor)
    case is UInt32.Type: visit(IntegerSource<UInt32>.self, isOptional, visitor)
    case is Bool.Type: visit(BooleanSource.self, isOptional, visitor)
    case is Double.Type: visit(DoubleSource<Double>.self, isOptional, visitor)
    case is Float.Type: visit(DoubleSource<Float>.self, isOptional, visitor)
    default: nil
    }
  }

  @inline(__always)
  private static func visit<Source: NumberSource, Visitor: NumberTypeVisitor>(
    _: Source.Type, _ isOptional: Bool, _ visitor: Visitor
  ) -> Visitor.Result {
    isOptional ? visitor.visit(OptionalColumn<Source>.self) : visitor.visit(StoredColumn<Source>.self)
  }
}

/// Takes the column of a Swift type.
protocol NumberTypeVisitor {
  associatedtype Result
  func visit<Column: NumberColumn>(_ column: Column.Type) -> Result
}
