import PredicateValues

/// What the engine has columns of: 64-bit integers and doubles.
protocol ColumnNumber: CalculatedNumber {
  /// As it is looked up beside numbers of the other type.
  var key: NumberKey { get }
}

extension Int64: ColumnNumber {
  var key: NumberKey { NumberKey(self) }
}

extension Double: ColumnNumber {
  var key: NumberKey { NumberKey(self) }
}
