import Foundation
import PredicateDocuments
import PredicateValues
import Testing

/// A property list has the same content in XML and in binary form.
@Suite struct PropertyListTests {
  private static var content: [String: Any] {
    [
      "text": "a < b\n\"é😀\"", "list": [1, -2.5, true], "data": Data([0, 255]), "empty": [String: Any](), "none": "",
      "on": Date(timeIntervalSinceReferenceDate: 86_400),
    ]
  }

  private static func bytes(_ form: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
    try Array(PropertyListSerialization.data(fromPropertyList: content, format: form, options: 0))
  }

  @Test("Both forms")
  func forms() throws {
    let xml = try members(of: XMLPropertyList.read(Self.bytes(.xml)))
    #expect(try xml == members(of: BinaryPropertyList.read(Self.bytes(.binary))))
    #expect(
      xml["text"] == QueryValue.string("a < b\n\"é😀\"").debugDescription
        && xml["data"] == QueryValue.data([0, 255]).debugDescription)
    #expect(xml["list"] == QueryValue.array([.integer(1), .double(-2.5), .boolean(true)]).debugDescription)
    #expect(xml["on"] == QueryValue.date(86_400).debugDescription && xml.count == 6)
  }

  /// The descriptions of the values by name. The description of a value also shows its type.
  private func members(of node: DocumentNode) throws -> [String: String] {
    guard case .table(let members) = node else { throw DocumentIssue("expected a table", at: 0) }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.value.debugDescription) })
  }

  @Test(
    "Files in XML that are not property lists",
    arguments: [
      ("<plist></plist>", "the file has no value"), ("<plist><true/><false/></plist>", "the file has a second value"),
      ("<plist><true/>", "the end of <plist> is missing"),
      ("<plist><array><true/></dict></plist>", "expected </array>, found </dict>"),
      ("<plist><dict><true/></dict></plist>", "a value in a dictionary must have a key before it"),
      ("<plist><integer>x</integer></plist>", "the text of the element <integer> is not a valid value of this type"),
      ("<plist><string><b/></string></plist>", "<b> is inside of <string>"),
      ("<plist>x<true/></plist>", "text outside of a value"),
    ])
  func mistakes(text: String, message: String) throws {
    let issue = #expect(throws: DocumentIssue.self) { try XMLPropertyList.read(Array(text.utf8)) }
    #expect(issue?.message == message)
  }
}
