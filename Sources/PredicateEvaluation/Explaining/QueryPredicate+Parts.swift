import PredicateSyntax

extension QueryPredicate {
  /// What an explanation says of the predicate, and the conditions inside.
  var explained: (kind: Explanation.Kind, parts: [QueryPredicate]) {
    switch node {
    case .and(let parts): (.and, parts)
    case .or(let parts): (.or, parts)
    case .not(let part): (.not, [part])
    case .comparison: (.comparison, [])
    case .literal, .overLimit: (.constant, [])
    }
  }

  /// Where the predicate stands in its text, in UTF-8 bytes; nil where it was built in code.
  var offsets: Range<Int>? { range.isNone ? nil : Int(range.lowerBound)..<Int(range.upperBound) }
}
