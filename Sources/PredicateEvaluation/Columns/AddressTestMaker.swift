import PredicateMemory

/// Makes closures of tests: whether what lies at an address passes.
struct AddressTestMaker: RowTestVisitor {
  func visit(_ test: some RowTest) -> AddressTest { { test.passes($0) } }
}
