import PredicateMatching

/// A predicate of a command line, or one that was found in a file.
struct TriedPredicate {
  /// The predicate.
  let predicate: RecordPredicate
  /// Where it stands: `manifests/lab:8:15`; nil for one of the command line.
  let place: String?
}
