#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
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
    guard let optional = type as? any OptionalReference.Type else { return visit(type, StoredMaker(visitor: visitor)) }
    return visit(optional.wrapped, OptionalMaker(visitor: visitor))
  }

  @inline(__always)
  private static func visit<Maker: ColumnMaking>(_ type: any Any.Type, _ maker: Maker) -> Maker.Result? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == Date.self { return maker.column(of: DateSource.self) }
    #endif
    // A switch over the types, so that the compiler specialises the visitor for each.
    return switch type {
    case is Int.Type: maker.column(of: IntegerSource<Int>.self)
    case is Int8.Type: maker.column(of: IntegerSource<Int8>.self)
    case is Int16.Type: maker.column(of: IntegerSource<Int16>.self)
    case is Int32.Type: maker.column(of: IntegerSource<Int32>.self)
    case is Int64.Type: maker.column(of: IntegerSource<Int64>.self)
    case is UInt8.Type: maker.column(of: IntegerSource<UInt8>.self)
    case is UInt16.Type: maker.column(of: IntegerSource<UInt16>.self)
    case is UInt32.Type: maker.column(of: IntegerSource<UInt32>.self)
    case is Bool.Type: maker.column(of: BooleanSource.self)
    case is Double.Type: maker.column(of: DoubleSource<Double>.self)
    case is Float.Type: maker.column(of: DoubleSource<Float>.self)
    default: nil
    }
  }
}

/// Takes the column of a Swift type.
protocol NumberTypeVisitor {
  associatedtype Result
  func visit<Column: NumberColumn>(_ column: Column.Type) -> Result
}

/// Makes the column of a source of numbers, and hands it to a visitor.
private protocol ColumnMaking {
  associatedtype Result
  func column<Source: NumberSource>(of source: Source.Type) -> Result
}

private struct StoredMaker<Visitor: NumberTypeVisitor>: ColumnMaking {
  let visitor: Visitor

  @inline(__always)
  func column<Source: NumberSource>(of _: Source.Type) -> Visitor.Result { visitor.visit(StoredColumn<Source>.self) }
}

private struct OptionalMaker<Visitor: NumberTypeVisitor>: ColumnMaking {
  let visitor: Visitor

  @inline(__always)
  func column<Source: NumberSource>(of _: Source.Type) -> Visitor.Result { visitor.visit(OptionalColumn<Source>.self) }
}
