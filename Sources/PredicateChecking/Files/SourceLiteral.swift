/// A string literal of a source in Swift or Objective-C.
struct SourceLiteral {
  var text = MappedText()
  /// Where values are put into the text, in the file.
  var interpolations: [Range<Int>] = []
}
