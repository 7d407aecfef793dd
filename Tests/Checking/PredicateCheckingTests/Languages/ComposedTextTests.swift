import PredicateChecking
import Testing

/// Predicates that a program composes before it passes them on.
@Suite("Composed texts") struct ComposedTextTests {}
