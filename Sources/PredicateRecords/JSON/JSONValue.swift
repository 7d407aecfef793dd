import PredicateValues

/// A JSON value that keeps what the line protocol tells apart: `1` is an integer, `1.0` a double.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true`, `false`.
  case boolean(Bool)
  /// A number without fraction and exponent, within Int64.
  case integer(Int64)
  /// A number without fraction and exponent, beyond Int64.
  case decimal(QueryDecimal)
  /// Every other number. Always finite where it was read.
  case double(Double)
  /// A text, its escapes read.
  case string(String)
  /// `[…]`.
  case array([JSONValue])
  /// `{…}`, the members in their order.
  case object(JSONObject)
}
