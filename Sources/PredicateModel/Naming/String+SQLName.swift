extension String {
  /// Whether SQL takes both for the same name: ASCII letters without regard to case.
  public func isSameSQLName(as other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// The form in which names of one meaning in SQL are equal, to look them up.
  public var foldedSQLName: [UInt8] { utf8.map(\.lowercasedASCII) }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
