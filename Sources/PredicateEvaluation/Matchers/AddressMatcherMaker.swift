import PredicateMemory

/// Makes closures of matchers: whether what lies at an address passes.
struct AddressMatcherMaker: RowMatcherVisitor {
  func visit(_ matcher: some RowMatcher) -> AddressMatcher { { matcher.passes($0) } }
}
