import PredicateValues

/// How programs recognize the addresses of one kind of database: by the beginning of the address, or by a file.
///
/// ```swift
/// DatabaseAddresses(schemes: ["postgresql://"], keywords: ["host", "dbname"])
/// DatabaseAddresses(fileEndings: [".duckdb"], fileSignatures: [FileSignature("DUCK", at: 8)])
/// ```
package struct DatabaseAddresses: Sendable {
  /// The beginnings of URLs, in small letters: `postgresql://`. No file has such a name.
  package let schemes: [String]
  /// The first words of addresses that are lists of settings: `host` for `host=db.example.org dbname=shop`. A file may have such a name.
  package let keywords: Set<String>
  /// The endings of file names, in small letters: `.sqlite`. They recognize a file that does not exist yet, or that is empty.
  package let fileEndings: [String]
  /// The bytes that every file of this kind contains. They recognize a file with any name.
  package let fileSignatures: [FileSignature]

  /// Without arguments no address is recognized.
  package init(
    schemes: [String] = [], keywords: Set<String> = [], fileEndings: [String] = [], fileSignatures: [FileSignature] = []
  ) {
    (self.schemes, self.keywords) = (schemes, keywords)
    (self.fileEndings, self.fileSignatures) = (fileEndings, fileSignatures)
  }

  /// Whether a text begins with a scheme of this kind. Large letters are equal to small letters.
  package func match(schemeOf address: String) -> Bool { address.beginning(among: schemes) != nil }

  /// Whether a text begins with a keyword of this kind and `=`, with or without spaces around the keyword. Large letters are not equal to small letters.
  package func match(keywordOf address: String) -> Bool {
    let word = address.utf8.drop(while: \.isSpace).prefix { !$0.isSpace && $0 != UInt8(ascii: "=") }
    return keywords.contains(String(decoding: word, as: UTF8.self))
      && address.utf8[word.endIndex...].first { !$0.isSpace } == UInt8(ascii: "=")
  }

  /// An address with its scheme in small letters. An address without a scheme of this kind is unchanged.
  package func normalized(_ address: String) -> String {
    guard let scheme = address.beginning(among: schemes) else { return address }
    return scheme + address.dropFirst(scheme.count)
  }

  /// Whether the name of a file has an ending of this kind. Large letters are equal to small letters.
  package func match(endingOf path: String) -> Bool {
    let path = path.lowercased()
    return fileEndings.contains { path.hasSuffix($0) }
  }

  /// Whether a file that begins with these bytes is of this kind.
  package func match(bytes: [UInt8]) -> Bool { fileSignatures.contains { $0.isFound(in: bytes) } }
}

extension String {
  /// The first of some beginnings, in small letters, that the text has in any letters; nil if it has none.
  fileprivate func beginning(among beginnings: [String]) -> String? {
    beginnings.first { utf8.count >= $0.utf8.count && prefix($0.count).lowercased().hasSameScalars(as: $0) }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
}

/// Bytes at a fixed position of a file, which identify the file's format.
package struct FileSignature: Sendable, Equatable {
  /// The number of bytes before the signature.
  package let offset: Int
  /// The bytes of the signature.
  package let bytes: [UInt8]

  package init(_ text: String, at offset: Int = 0) {
    (self.offset, self.bytes) = (offset, Array(text.utf8))
  }

  /// The number of bytes of a file that are needed to find the signature.
  package var end: Int { offset + bytes.count }

  fileprivate func isFound(in file: [UInt8]) -> Bool { file.dropFirst(offset).starts(with: bytes) }
}
