extension RegularExpression {
  /// The most steps that matching a text may take, where a backtracking engine is given a limit. An automaton decides an ASCII text by
  /// reading each byte once, which takes none beyond that.
  package func greatestSteps(for text: String, limit: Int) -> Int {
    text.withBytes { greatestSteps(for: $0, limit: limit) }
  }

  /// The same for the bytes of a text.
  package func greatestSteps(for text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    isAutomaton && StringSearch.isASCII(text) ? 0 : limit
  }
}
