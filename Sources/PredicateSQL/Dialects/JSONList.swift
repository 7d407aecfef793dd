import PredicateValues

/// Constants as a JSON array.
enum JSONList {
  /// The array; nil where a constant would not come out of JSON exactly as it went in: a fraction, a string with a NUL, bytes.
  static func text(of constants: [QueryValue]) -> String? {
    var text = "["
    for (position, constant) in constants.enumerated() {
      if position > 0 { text += "," }
      switch constant {
      case .integer(let value): text += String(value)
      case .double(let value):
        guard let whole = Int64(exactly: value), abs(value) < 0x1p53 else { return nil }
        text += String(whole)
      case .string(let value):
        guard append(value, to: &text) else { return nil }
      default: return nil
      }
    }
    return text + "]"
  }

  private static func append(_ value: String, to text: inout String) -> Bool {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\0": return false
      case "\"", "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20:
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    // A combining mark before it would make one character of both; what counts are the scalars.
    text.unicodeScalars.append("\"")
    return true
  }
}
