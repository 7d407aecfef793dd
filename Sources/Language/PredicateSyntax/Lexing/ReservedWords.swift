/// The words that cannot be plain names in the language, in upper or lower case. A key with such a name is written with `#`.
public enum ReservedWords {
  /// Every reserved word, in upper case: the operators that are words, and ``others``.
  ///
  /// ```swift
  /// ReservedWords.all.contains("BETWEEN")  // true
  /// ```
  public static let all: [String] =
    OperatorTable.entries.flatMap { $0.spellings }.filter { $0.utf8.first.map { ByteClass.isLetter($0) } ?? false }
    + others.map { $0.word }

  /// The reserved words that are not operators.
  static let others: [(word: String, kind: TokenKind)] = [
    ("TRUEPREDICATE", .truePredicate), ("FALSEPREDICATE", .falsePredicate),
    ("TRUE", .true), ("YES", .true), ("FALSE", .false), ("NO", .false),
    ("NULL", .null), ("NIL", .null), ("SELF", .self), ("ANYKEY", .anyKey),
    ("FIRST", .first), ("LAST", .last), ("SIZE", .size),
    ("SUBQUERY", .subquery), ("CAST", .cast), ("TERNARY", .ternary), ("FUNCTION", .function),
    ("FETCH", .fetch), ("INTERSECTION", .intersection), ("APPLY", .apply),
    ("CI", .caseInsensitive), ("CASEINSENSITIVE", .caseInsensitive),
  ]

  /// Whether a key or a variable with this name is written with a `#`.
  ///
  /// ```swift
  /// ReservedWords.contains("size")   // true: the key is written #size
  /// ReservedWords.contains("title")  // false
  /// ```
  public static func contains(_ name: String) -> Bool {
    guard name.utf8.count <= WordIndex.longestWord else { return false }
    var text = name
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      return LexicalTables.shared.withPointers { slots, _ in
        WordIndex.kind(base, bytes.count, slots: slots) != .word
      }
    }
  }
}

/// Whether a key or a variable with this name is written with a `#`.
public func isReservedWord(_ name: String) -> Bool { ReservedWords.contains(name) }
