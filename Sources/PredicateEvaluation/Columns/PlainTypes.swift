#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// The types whose values are nothing but their bytes: they refer to nothing, so that a copy of the bytes is a copy of the value.
enum PlainTypes {
  /// How many bytes a value of such a type takes; nil for other types.
  static func size(of type: any Any.Type) -> Int? {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    // No address fits a byte.
    if size(type) == 1 { return 1 }
    let held = (type as? any OptionalReference.Type)?.wrapped ?? type
    return isPlain(held) ? size(type) : nil
  }

  private static func isPlain(_ type: any Any.Type) -> Bool {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == UUID.self || type == Date.self || type == Decimal.self { return true }
    #endif
    return IntegerTypes.visit(type, PlainMark()) ?? (type == Bool.self || type == Double.self || type == Float.self)
  }
}

/// Says of a type of integers that it is plain.
private struct PlainMark: IntegerTypeVisitor {
  func visit<Value: FixedWidthInteger & Sendable>(_: Value.Type) -> Bool { true }
}
