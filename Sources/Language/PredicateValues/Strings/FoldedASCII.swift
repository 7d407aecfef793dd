/// A folded ASCII pattern that is not empty. It is searched in UTF-8 bytes that need not be folded.
///
/// An ASCII scalar that is followed by another ASCII scalar, or by nothing, folds independently of its neighbours, because marks change only the
/// scalar before them. So a prefix depends on its own bytes and the byte after it, and a suffix on its own bytes. Few other scalars fold to ASCII;
/// see ``mayFoldToASCII(_:)``.
struct FoldedASCII {
  private let pattern: UnsafeBufferPointer<UInt8>
  private let foldsCase: Bool
  private let dropsMarks: Bool

  /// The bytes must live as long as this value.
  init(_ pattern: UnsafeBufferPointer<UInt8>, _ folding: StringFolding) {
    self.pattern = pattern
    foldsCase = folding.foldsCase
    dropsMarks = folding.dropsMarks
  }

  /// The result for a subject; nil if the whole subject has to be folded.
  @inline(__always)
  func answer(_ question: StringMatcher.Question, _ subject: UnsafeBufferPointer<UInt8>) -> Bool? {
    let start = subject.count - pattern.count
    switch question {
    case .prefix: return isPrefix(of: subject)
    case .equal where start == 0, .suffix where start >= 0:
      if let answer = isFolded(subject, start) { return answer }
    case .equal, .suffix:
      if StringSearch.isASCII(subject) { return false }
    case .contains:
      if StringSearch.isASCII(subject) { return place(in: subject) != nil }
    }
    if dropsMarks || Self.mayFoldToASCII(subject) { return nil }
    guard question == .contains, let place = place(in: subject) else { return false }
    let end = place + pattern.count
    return end == subject.count || subject[end] < 0x80 ? true : nil
  }

  /// The first position of the pattern, compared byte by byte.
  private func place(in subject: UnsafeBufferPointer<UInt8>) -> Int? {
    ASCIISearch(pattern, foldsCase: foldsCase)?.place(in: subject)
  }

  /// The folding of an ASCII byte.
  @inline(__always)
  private func fold(_ byte: UInt8) -> UInt8 { foldsCase ? StringSearch.lowercase(byte) : byte }

  /// Whether the pattern is at an offset. Nil if it is not, and the bytes from the offset on are not all ASCII. Reads no byte beyond the subject.
  @inline(__always)
  private func isFolded(_ subject: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool? {
    precondition(offset >= 0 && offset <= subject.count - pattern.count)
    for index in 0..<pattern.count {
      let byte = subject[offset &+ index]
      if fold(byte) != pattern[index] {
        return subject[(offset &+ index)..<(offset &+ pattern.count)].contains { $0 >= 0x80 } ? nil : false
      }
    }
    return true
  }

  /// Whether the subject begins with the pattern; nil if the result depends on scalars outside ASCII.
  @inline(__always)
  private func isPrefix(of subject: UnsafeBufferPointer<UInt8>) -> Bool? {
    let count = min(subject.count, pattern.count)
    for index in 0..<count {
      let byte = subject[index]
      guard fold(byte) != pattern[index] else { continue }
      if byte < 0x80 { return false }
      let scalar = UnsafeBufferPointer(rebasing: subject[index..<min(index + 2, subject.count)])
      return dropsMarks || Self.mayFoldToASCII(scalar) ? nil : false
    }
    if subject.count == count { return count == pattern.count }
    return subject[count] < 0x80 ? true : nil
  }

  /// Whether a text may have a scalar outside ASCII whose folding under `[c]` contains ASCII. Such scalars are K, ſ, ß, İ, ŉ, ẚ, ẞ, ligatures,
  /// full-width and half-width forms, and three signs that are canonically equivalent to ASCII. The test reads only the first two bytes of a scalar,
  /// so it is also true for a few other scalars.
  static func mayFoldToASCII(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < subject.count {
      let byte = subject[index]
      index += 1
      if byte < 0xC3 { continue }
      let next = index < subject.count ? subject[index] : 0
      switch byte {
      case 0xC3 where next == 0x9F, 0xC4 where next == 0xB0, 0xC5 where next == 0x89 || next == 0xBF,
        0xCD where next == 0xBE, 0xE1 where next == 0xBA || next == 0xBF, 0xE2 where next == 0x84,
        0xE3 where next == 0x80, 0xEF:
        return true
      default: break
      }
    }
    return false
  }
}
