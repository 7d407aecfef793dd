/// Makes closures of tests: whether what lies at an address passes.
struct AddressTestMaker: RowTestVisitor {
  func visit(_ test: some RowTest) -> @Sendable (UnsafeRawPointer) -> Bool { { test.passes($0) } }
}
