import PredicateValues

/// A name in a path, and its two places.
struct PathStep {
  let name: String
  /// Where the name alone stands: an issue about the name takes this place.
  let place: SourceRange
  /// From the beginning of the path to the end of the name: the value that the path leads to up to here takes this place.
  let reach: SourceRange
}
