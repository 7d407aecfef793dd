import Foundation
import PredicateModel
import PredicateObjects
import PredicateTestSupport
import Testing

/// Files that are cut off, overwritten or malicious: each gives an error with its place, and stays unchanged.
@Suite struct WholeStoreDamageTests {
  private static let wholeKinds = StoreKind.allCases.filter(\.isWrittenAsWhole)
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? 150
  private static let seed = environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 1_820_000

  /// A file with a few objects.
  private func withFile(_ kind: StoreKind, _ body: (URL) throws -> Void) throws {
    try WholeStoreObjects.withFolder { folder in
      let file = folder.appending(path: "sheets")
      try WholeStoreObjects.fill(WholeStoreObjects.context(file.path, kind))
      try body(file)
    }
  }

  /// The issue of opening a file with other bytes; nil if it opens.
  private func issue(_ bytes: Data, _ kind: StoreKind, _ file: URL) throws -> DatabaseIssue? {
    try bytes.write(to: file)
    do {
      _ = try WholeStoreObjects.context(file.path, kind)
      return nil
    } catch let issue as DatabaseIssue {
      #expect(try Data(contentsOf: file) == bytes)
      return issue
    }
  }

  @Test(arguments: wholeKinds) func cutOff(kind: StoreKind) throws {
    try withFile(kind) { file in
      let whole = try Data(contentsOf: file)
      var random = SplitMix64(seed: Self.seed)
      for round in 0..<Self.rounds {
        // The last byte of a text is the end of its last line.
        let count = round == 0 ? 0 : Int.random(in: 0..<whole.count - 1, using: &random)
        let found = try issue(whole.prefix(count), kind, file)
        #expect(found?.kind == .damaged || found?.kind == .notADatabase, "\(count) bytes: \(found?.message ?? "opens")")
        #expect(found?.message.contains(" at ") == true || found?.kind == .notADatabase)
      }
    }
  }

  /// If one byte is changed, opening the file gives an error with its place, or an object has another value.
  @Test(arguments: wholeKinds) func overwritten(kind: StoreKind) throws {
    try withFile(kind) { file in
      let whole = try Data(contentsOf: file)
      var random = SplitMix64(seed: Self.seed)
      for _ in 0..<Self.rounds {
        var bytes = whole
        for _ in 0...Int.random(in: 0..<3, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        if let found = try issue(bytes, kind, file) {
          #expect([.damaged, .notADatabase, .unusableSchema].contains(found.kind), "\(found)")
        }
      }
    }
  }

  @Test func messagesHavePlaces() throws {
    try WholeStoreObjects.withFolder { folder in
      let file = folder.appending(path: "tags.json")
      let classes: [StoredObject.Type] = [DatedTag.self]
      let context = try ObjectContext(path: file.path, kind: .json, classes: classes)
      for name in ["a", "b"] {
        let tag = try context.insert(DatedTag.self)
        (tag.name, tag.seen, tag.at) = (name, true, Date(timeIntervalSinceReferenceDate: 0))
      }
      try context.save()
      let text = try String(contentsOf: file, encoding: .utf8)
      func message(_ old: String, _ new: String) throws -> String {
        let changed = text.replacing(old, with: new)
        #expect(changed != text, "\(old)")
        try changed.write(to: file, atomically: true, encoding: .utf8)
        let issue = #expect(throws: DatabaseIssue.self) {
          try ObjectContext(path: file.path, kind: .json, classes: classes)
        }
        #expect(issue?.kind == .damaged)
        return (issue?.message ?? "").replacing("“\(file.path)” is damaged at ", with: "")
      }
      #expect(try message(#""name":"b""#, #""name":"b"#).hasSuffix("an unexpected character"))
      #expect(try message(#""seen":true"#, #""seen":3"#).hasPrefix("tables.DatedTag[0]: CHECK constraint failed"))
      #expect(try message(#""seen":true"#, #""seen":"yes""#).hasPrefix("tables.DatedTag[0]: cannot store TEXT value"))
      #expect(
        try message(#""name":"b""#, #""name":true"#)
          == "tables.DatedTag[1].name: a boolean is not a valid value of the column")
      #expect(
        try message("2001-01-01T00:00:00Z", "yesterday")
          == "tables.DatedTag[0].at: a text is not a valid value of the column"
      )
      #expect(try message(#""name":"b""#, #""nmae":"b""#) == "tables.DatedTag[1].nmae: the model has no such column")
      #expect(
        try message(#""name":"b""#, #""Name":"b","name":"c""#) == "tables.DatedTag[1].name: the column occurs twice")
      #expect(
        try message(#""name":"b""#, #""name":["b"]"#)
          == "tables.DatedTag[1].name: a list is not a valid value of the column")
      #expect(try message(#""name":"b","#, "") == "tables.DatedTag[1]: NOT NULL constraint failed: DatedTag.name")
      #expect(try message(#""id":2"#, #""id":1"#) == "tables.DatedTag[1]: another row has the same id")
      #expect(try message(#""DatedTag": ["#, #""Tag": ["#) == "tables.Tag: the model has no such table")
      #expect(
        try message(#""openpredicate": 1"#, #""openpredicate": 2"#)
          == "openpredicate: the file has format version 2, but this version of the library reads only versions up to 1"
      )
      #expect(try message(#""openpredicate": 1,"#, "") == "the outermost value: “openpredicate” is missing")
      #expect(
        try message(#""tables": {"#, #""rows": {}, "tables": {"#) == "the outermost value: “rows” means nothing there")
      #expect(try message(#""type":"string""#, #""type":"strnig""#).hasPrefix("model: "))
    }
  }

  @Test func keysWithoutRows() throws {
    try withFile(.json) { file in
      let text = try String(contentsOf: file, encoding: .utf8).replacing("\"binder_id\":1", with: "\"binder_id\":9")
      let found = try issue(Data(text.utf8), .json, file)
      #expect(
        found?.kind == .damaged && found?.message.contains("tables.Sheet: the row") == true, "\(found?.message ?? "")")
    }
  }

  @Test func otherKinds() throws {
    for (kind, other) in [
      (StoreKind.json, StoreKind.xml), (.xml, .binary), (.binary, .json), (.json, .sqlite), (.sqlite, .json),
    ] {
      try withFile(other) { file in
        let issue = #expect(throws: DatabaseIssue.self) { try WholeStoreObjects.context(file.path, kind) }
        #expect(issue?.kind == .notADatabase)
      }
    }
  }

  @Test func hostileXML() throws {
    try withFile(.xml) { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      func message(_ text: String) throws -> String { try issue(Data(text.utf8), .xml, file)?.message ?? "opens" }
      let entities = text.replacing(
        "PropertyList-1.0.dtd\">", with: "PropertyList-1.0.dtd\" [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>")
      #expect(try message(entities).hasSuffix("entities that the file itself declares cannot be used"))
      #expect(
        try message(text.replacing("binder 0", with: "&b;")).hasSuffix("in XML, & is written &amp;"))
      #expect(
        try message(text.replacing("binder 0", with: "&#1;")).hasSuffix("in XML, & is written &amp;"))
      for (old, new, words) in [
        ("<dict>", "<array>", "the element <key> cannot be a value in a store file"),
        ("<integer>1</integer>", "<date>1</date>", "the element <date> cannot be a value in a store file"),
        ("<integer>1</integer>", "<integer>1</real>", "expected </integer>, found </real>"),
        ("<integer>1</integer>", "", "the element <key> cannot be a value in a store file"),
        ("</plist>", "</plist>x", "text is not allowed outside of the root element"),
      ] {
        let found = try message(text.replacing(old, with: new, maxReplacements: 1))
        #expect(found.hasSuffix(words) && found.contains("damaged at line "), "\(found)")
      }
      let deep = "<plist>" + String(repeating: "<array>", count: 100_000)
      #expect(try message(deep).hasSuffix("elements must not be nested more than 100 levels deep"))
      // The same file as another program may write it, with CDATA sections.
      let other = text.replacing("binder 0", with: "<![CDATA[binder 0]]>").replacing(
        "<dict>", with: "<!-- x --><dict >")
      #expect(try message(other) == "opens")
    }
  }

  @Test func hostileBinary() throws {
    func list(_ objects: [[UInt8]], root: UInt8 = 0) -> Data {
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt8] = []
      for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        bytes += object
      }
      let table = bytes.count
      bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
      for number in [objects.count, Int(root), table] {
        bytes += [0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
      }
      return Data(bytes)
    }
    // Each list has the next one fourteen times: reading all 14 to the power of 30 would not end.
    let bomb = (1...30).map { [0xAE] + Array(repeating: UInt8($0), count: 14) } + [[0x08]]
    let cases: [(objects: [[UInt8]], words: String)] = [
      ([[0xA1, 0]], "two objects contain each other"), (bomb, "two objects contain each other"),
      ([[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "ends inside an object"),
      ([[0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]], "ends inside an object"),
      ([[0xA1, 7]], "there is no object 7"),
      ([[0x51, 0xFF]], "a text that must be ASCII contains another byte"),
      ([[0x61, 0xD8, 0x00]], "contains half of a surrogate pair"),
      ([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]], "a store file cannot contain an object of the type"),
      ([[0xD1, 1, 1], [0x09]], "a name is not a text"),
      ([[0x08]], "expected a dictionary, found a boolean"),
    ]
    try withFile(.binary) { file in
      for (objects, words) in cases {
        let found = try issue(list(objects), .binary, file)
        #expect(found?.message.contains(words) == true, "\(found?.message ?? "opens")")
      }
    }
  }
}

private final class DatedTag: StoredObject {
  @Stored var name: String
  @Stored var seen: Bool
  @Stored var at: Date?
}
