/// How programs recognize the addresses of one kind of database: by the beginning of the address, or by a file.
///
/// ```swift
/// DatabaseAddresses(beginnings: ["postgresql://"])
/// DatabaseAddresses(fileEndings: [".duckdb"], fileSignatures: [FileSignature("DUCK", at: 8)])
/// ```
package struct DatabaseAddresses: Sendable {
  /// The beginnings of addresses: `postgresql://`.
  package let beginnings: [String]
  /// The endings of file names, in small letters: `.sqlite`. They recognize a file that does not exist yet, or that is empty.
  package let fileEndings: [String]
  /// The bytes that every file of this kind contains. They recognize a file with any name.
  package let fileSignatures: [FileSignature]

  /// Without arguments no address is recognized.
  package init(beginnings: [String] = [], fileEndings: [String] = [], fileSignatures: [FileSignature] = []) {
    (self.beginnings, self.fileEndings, self.fileSignatures) = (beginnings, fileEndings, fileSignatures)
  }

  /// Whether a text begins like an address of this kind.
  package func match(beginningOf address: String) -> Bool { beginnings.contains { address.hasPrefix($0) } }

  /// Whether the name of a file has an ending of this kind. Large letters are equal to small letters.
  package func match(endingOf path: String) -> Bool {
    let path = path.lowercased()
    return fileEndings.contains { path.hasSuffix($0) }
  }

  /// Whether a file that begins with these bytes is of this kind.
  package func match(bytes: [UInt8]) -> Bool { fileSignatures.contains { $0.isFound(in: bytes) } }
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
