/// Reads values whose properties are known only when a predicate runs.
protocol DynamicReader {
  /// What reads the properties of these names, and nothing else; nil where the type has its own way of saying what they are.
  func elements(_ names: [String]) -> MirroredElements?
}
