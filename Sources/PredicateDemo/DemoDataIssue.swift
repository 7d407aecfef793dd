/// What is wrong with a line of the demo's data. Lines count from 1.
public enum DemoDataIssue: Error, Sendable, Equatable {
  /// A line has more or fewer fields than its list.
  case fieldCount(line: Int, expected: Int, found: Int)
  /// A field is empty that must not be, or does not have the form of a number or date.
  case field(line: Int, name: String, text: String)
  /// A film's genre is not in the list of genres.
  case genre(line: Int, text: String)
  /// A film's tag is not in the list of tags.
  case tag(line: Int, text: String)
}
