import PredicateChecking
import Testing

/// Predicates in pages without a call or a command around them.
@Suite("Texts of pages") struct PageTests {}
