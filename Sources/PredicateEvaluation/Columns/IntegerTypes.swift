/// The types of integers that the standard library has.
enum IntegerTypes {
  /// Hands a type to a visitor; nil for other types. A switch over the types, so that the compiler specialises the visitor for each.
  @inline(__always)
  static func visit<Visitor: IntegerTypeVisitor>(_ type: any Any.Type, _ visitor: Visitor) -> Visitor.Result? {
    switch type {
    case is Int.Type: visitor.visit(Int.self)
    case is Int8.Type: visitor.visit(Int8.self)
    case is Int16.Type: visitor.visit(Int16.self)
    case is Int32.Type: visitor.visit(Int32.self)
    case is Int64.Type: visitor.visit(Int64.self)
    case is UInt.Type: visitor.visit(UInt.self)
    case is UInt8.Type: visitor.visit(UInt8.self)
    case is UInt16.Type: visitor.visit(UInt16.self)
    case is UInt32.Type: visitor.visit(UInt32.self)
    case is UInt64.Type: visitor.visit(UInt64.self)
    default: nil
    }
  }
}

/// Takes a type of integers.
protocol IntegerTypeVisitor {
  associatedtype Result
  func visit<Value: FixedWidthInteger & Sendable>(_ type: Value.Type) -> Result where Value.Magnitude: Sendable
}
