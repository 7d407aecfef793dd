import PredicateSyntax

extension UseProfile {
  /// A predicate with the consumer's words replaced by quoted texts, for records that contain texts: `log show --style ndjson` writes `"Error"`.
  ///
  /// ```swift
  /// try UseProfile.named("oslog").withTexts(for: "messageType == error")  // messageType ==[c] "error"
  /// ```
  public func withTexts(for format: String) -> String {
    let bytes = Array(format.utf8)
    let tokens = SourceToken.all(in: bytes, from: 0)
    var text = ""
    var end = 0
    for index in tokens.indices.dropLast(2) {
      let (key, sign, word) = (tokens[index], tokens[index + 1], tokens[index + 2])
      guard key.kind == .word, word.kind == .word, let words = keys[key.text]?.words, words.keys.contains(word.text),
        ["==", "=", "!=", "<>"].contains(sign.text)
      else { continue }
      text += String(decoding: bytes[end..<sign.range.upperBound], as: UTF8.self) + "[c]"
      text += String(decoding: bytes[sign.range.upperBound..<word.range.lowerBound], as: UTF8.self) + "\"\(word.text)\""
      end = word.range.upperBound
    }
    return text + String(decoding: bytes[end...], as: UTF8.self)
  }
}
