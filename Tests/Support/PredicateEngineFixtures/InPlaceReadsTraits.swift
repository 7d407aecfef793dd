import PredicateMemory
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a test only if the fields of types without property tables are known during binding.
  package static var fieldsAreKnown: Self {
    .enabled(
      if: InPlaceReads.areOn,
      "with in-place reads off, fields of types without tables become known when a predicate runs")
  }
}
