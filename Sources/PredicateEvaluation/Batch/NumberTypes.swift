import PredicateMemory

/// The Swift types whose numbers the batch engine loads.
enum NumberTypes {
  /// Whether a type holds floating point numbers, which may be NaN.
  static func isDouble(_ type: any Any.Type) -> Bool {
    type is any BinaryFloatingPoint.Type || DateMemory.isDate(type)
  }

  /// Hands the column of a type to a visitor; nil for types that are not loaded as numbers.
  @inline(__always)
  static func visit<Visitor: NumberTypeVisitor>(_ type: any Any.Type, _ visitor: Visitor) -> Visitor.Result? {
    if let result = visitWhole(type, visitor) { return result }
    if let result = visitOptionalWhole(type, visitor) { return result }
    switch type {
    case is Double.Type: return visitor.visit(DoubleColumn<Double>.self)
    case is Double?.Type: return visitor.visit(OptionalDoubleColumn<Double>.self)
    case is Float.Type: return visitor.visit(DoubleColumn<Float>.self)
    case is Float?.Type: return visitor.visit(OptionalDoubleColumn<Float>.self)
    default: break
    }
    if DateMemory.isDate(type) {
      return DateMemory.isTrusted ? visitor.visit(DoubleColumn<Double>.self) : visitor.visit(DateColumn.self)
    }
    if DateMemory.isOptionalDate(type) {
      return DateMemory.isTrusted
        ? visitor.visit(OptionalDoubleColumn<Double>.self) : visitor.visit(OptionalDateColumn.self)
    }
    return nil
  }

  @inline(__always)
  private static func visitWhole<Visitor: NumberTypeVisitor>(
    _ type: any Any.Type, _ visitor: Visitor
  ) -> Visitor.Result? {
    switch type {
    case is Int.Type: visitor.visit(IntegerColumn<Int>.self)
    case is Int8.Type: visitor.visit(IntegerColumn<Int8>.self)
    case is Int16.Type: visitor.visit(IntegerColumn<Int16>.self)
    case is Int32.Type: visitor.visit(IntegerColumn<Int32>.self)
    case is Int64.Type: visitor.visit(IntegerColumn<Int64>.self)
    case is Bool.Type: visitor.visit(BooleanColumn.self)
    case is UInt8.Type: visitor.visit(IntegerColumn<UInt8>.self)
    case is UInt16.Type: visitor.visit(IntegerColumn<UInt16>.self)
    case is UInt32.Type: visitor.visit(IntegerColumn<UInt32>.self)
    default: nil
    }
  }

  @inline(__always)
  private static func visitOptionalWhole<Visitor: NumberTypeVisitor>(
    _ type: any Any.Type, _ visitor: Visitor
  ) -> Visitor.Result? {
    switch type {
    case is Int?.Type: visitor.visit(OptionalIntegerColumn<Int>.self)
    case is Int8?.Type: visitor.visit(OptionalIntegerColumn<Int8>.self)
    case is Int16?.Type: visitor.visit(OptionalIntegerColumn<Int16>.self)
    case is Int32?.Type: visitor.visit(OptionalIntegerColumn<Int32>.self)
    case is Int64?.Type: visitor.visit(OptionalIntegerColumn<Int64>.self)
    case is UInt8?.Type: visitor.visit(OptionalIntegerColumn<UInt8>.self)
    case is UInt16?.Type: visitor.visit(OptionalIntegerColumn<UInt16>.self)
    case is UInt32?.Type: visitor.visit(OptionalIntegerColumn<UInt32>.self)
    case is Bool?.Type: visitor.visit(OptionalBooleanColumn.self)
    default: nil
    }
  }
}

/// Takes the column of a Swift type.
protocol NumberTypeVisitor {
  associatedtype Result
  func visit<Column: NumberColumn>(_ column: Column.Type) -> Result
}
