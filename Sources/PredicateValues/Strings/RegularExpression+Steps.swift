extension RegularExpression {
  /// The most steps that matching a text may take.
  ///
  /// A backtracking engine may take all steps of its limit. An automaton reads each byte of an ASCII text once and takes no further step.
  package func greatestSteps(for text: String, limit: Int) -> Int {
    text.withBytes { greatestSteps(for: $0, limit: limit) }
  }

  /// The most steps that matching a text may take, which is given as UTF-8.
  package func greatestSteps(for text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    isAutomaton && StringSearch.isASCII(text) ? 0 : limit
  }
}
