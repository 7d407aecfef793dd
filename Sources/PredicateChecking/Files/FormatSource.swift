/// A reader of a source whose formats take arguments.
protocol FormatSource: ByteCursor {
  /// Goes over a comment or a literal; whether there was one.
  mutating func skipNoCode() -> Bool
}

extension FormatSource {
  /// The number of arguments behind the format; nil where the source does not show it.
  func argumentCount() -> Int? {
    FormatArguments.count(in: bytes, from: position) { place in
      var source = self
      source.position = place
      return source.skipNoCode() ? source.position : nil
    }
  }
}
