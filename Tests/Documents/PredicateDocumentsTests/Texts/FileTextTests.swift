import PredicateDocuments
import Testing

/// Encodings of files.
@Suite struct FileTextTests {
  @Test("XML in a Latin encoding, as declared", arguments: ["ISO-8859-1", "windows-1252", "Latin1"])
  func latin(encoding: String) throws {
    let head = "<?xml version=\"1.0\" encoding='\(encoding)'?><a>"
    let bytes = Array(head.utf8) + [0x5A, 0xF6, 0x80] + Array("</a>".utf8)
    #expect(FileText.isConverted(bytes))
    #expect(String(decoding: FileText.utf8(bytes), as: UTF8.self) == head + "Zö€</a>")
  }

  @Test(
    "Other files stay as they are",
    arguments: ["<?xml version='1.0' encoding='UTF-8'?><a/>", "<?xml version='1.0'?><a encoding='latin1'/>", "a", ""])
  func others(text: String) {
    #expect(FileText.utf8(Array(text.utf8)) == Array(text.utf8) && !FileText.isConverted(Array(text.utf8)))
  }

  @Test("A file in another encoding is an issue at its first wrong byte")
  func wrong() throws {
    let issue = #expect(throws: DocumentIssue.self) { try FileText.validUTF8(Array("é".utf8) + [0x61, 0xE9, 0x62]) }
    #expect(issue == DocumentIssue("the file must be text in UTF-8, found another encoding", at: 3))
    #expect(try FileText.validUTF8([0xFE, 0xFF, 0x00, 0xE9]) == Array("é".utf8))
  }
}
