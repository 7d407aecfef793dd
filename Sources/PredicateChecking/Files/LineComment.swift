/// The comments of files that hold a predicate a line: they begin with `#` and a space, since `#name` is a key.
public enum LineComment {
  /// Whether a line is a comment.
  ///
  /// ```swift
  /// LineComment.isComment("# laptops")    // true
  /// LineComment.isComment("#size > 1")    // false
  /// ```
  public static func isComment(_ line: String) -> Bool {
    let words = line.drop { $0 == " " || $0 == "\t" }
    return words == "#" || words.hasPrefix("# ")
  }
}
