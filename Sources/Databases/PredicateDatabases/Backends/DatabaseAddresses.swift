import PredicateValues

/// How programs recognize the addresses of one kind of database: by the beginning of the address, or by a file.
///
/// ```swift
/// DatabaseAddresses(beginnings: ["postgresql://"])
/// DatabaseAddresses(fileEndings: [".duckdb"], fileSignatures: [FileSignature("DUCK", at: 8)])
/// ```
package struct DatabaseAddresses: Sendable {
  /// The beginnings of addresses, in small letters: `postgresql://`.
  package let beginnings: [String]
  /// The endings of file names, in small letters: `.sqlite`. They recognize a file that does not exist yet, or that is empty.
  package let fileEndings: [String]
  /// The bytes that every file of this kind contains. They recognize a file with any name.
  package let fileSignatures: [FileSignature]

  /// Without arguments no address is recognized.
  package init(beginnings: [String] = [], fileEndings: [String] = [], fileSignatures: [FileSignature] = []) {
    (self.beginnings, self.fileEndings, self.fileSignatures) = (beginnings, fileEndings, fileSignatures)
  }

  /// Whether a text begins like an address of this kind. Large letters are equal to small letters.
  package func match(beginningOf address: String) -> Bool { address.beginning(among: beginnings) != nil }

  /// An address with its beginning in small letters. An address with another beginning is unchanged.
  package func normalized(_ address: String) -> String {
    guard let beginning = address.beginning(among: beginnings) else { return address }
    return beginning + address.dropFirst(beginning.count)
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
