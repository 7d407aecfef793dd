import Foundation
import PredicateChecking
import Testing

/// Predicates are found in files that are not in UTF-8, and in files that a text contains in Base64.
@Suite("Encodings of files") struct EncodingTests {
  private static let plist = """
    <?xml version="1.0" encoding="UTF-16"?>
    <plist version="1.0"><dict><key>conditional_items</key><array><dict>
    <key>condition</key><string>hostname ==[cd] "é😀" AND hostnme == "b"</string>
    </dict></array></dict></plist>
    """

  private static func bytes(_ text: String, isBig: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      withUnsafeBytes(of: isBig ? unit.bigEndian : unit.littleEndian) { Array($0) }
    }
  }

  @Test("UTF-16 in both orders, with a mark and without: lines and columns count scalars")
  func utf16() throws {
    for (isBig, mark) in [(false, false), (false, true), (true, false), (true, true)] {
      let file = Self.bytes(Self.plist, isBig: isBig, mark: mark)
      let findings = FileCheck(try .named("munki")).result(of: file, named: "manifests/lab").findings
      #expect(findings.map(\.code) == ["unknown-key"])
      let places = findings.map { "\($0.line):\($0.column)-\($0.endColumn)" }
      #expect(places == ["3:54-61"])
    }
  }

  @Test("One predicate per line in UTF-16, as Windows editors write it")
  func lines() throws {
    let file = Self.bytes("machine_type == \"laptop\"\r\nmachine_type ==\r\n", isBig: false, mark: true)
    let result = FileCheck(try .named("munki")).result(of: file, named: "conditions.txt")
    #expect(result.predicateCount == 2)
    #expect(result.findings.map { "\($0.line):\($0.column)" } == ["2:16"])
  }

  @Test("Half of a surrogate pair or an odd byte does not end a file")
  func halves() throws {
    let file = Self.bytes("a == \"", isBig: false, mark: true) + [0x00, 0xD8, 0x22, 0x00, 0x0A]
    let result = FileCheck(try .named("foundation")).result(of: file, named: "a.txt")
    #expect(result.predicateCount == 1)
    #expect(result.findings.filter { $0.severity == .error }.isEmpty)
  }

  @Test("Base64: the place is in the file, and the shown line is that of the predicate")
  func base64() throws {
    let declaration = #"{"Type":"com.apple.activation.simple","Payload":{"Predicate":"@property(é) =="}}"#
    let data = Data(declaration.utf8).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    let file = "<plist><dict>\n<key>Data</key><data>\n\(data)\n</data></dict></plist>\n"
    let findings = FileCheck(try .named("ddm")).result(of: Array(file.utf8), named: "command.plist").findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.path == "Data > Payload.Predicate")
    // The predicate ends with byte 78 of the declaration, which ends in digit 104 of Base64; lines have 64 digits.
    #expect("\(finding.line):\(finding.column)" == "4:41")
    let shown = try FindingReport(.text, usesColor: false).text(findings)
    #expect(shown.contains("@property(é) ==\n               ^"))
  }

  @Test("A text that only begins like a file has no predicates")
  func pieces() throws {
    let script = """
      cat > a.plist <<'END'
      <?xml version="1.0"?>
      <plist><dict><key>condition</key>
      END
      echo '{"Predicate": ' "$x" '}'
      """
    for name in ["munki", "ddm"] {
      let result = FileCheck(try .named(name)).result(of: Array(script.utf8), named: "a.sh")
      #expect(result.findings.isEmpty && result.predicateCount == 0)
    }
  }

  @Test("Texts of YAML that hold one another by aliases are read within the limit")
  func aliases() throws {
    let lines = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }
    let text = "a0: &a0 {Predicate: 'x == 1'}\n" + lines.joined(separator: "\n")
    let findings = FileCheck(try .named("ddm")).result(of: Array(text.utf8), named: "a.yaml").findings
    #expect(findings.map(\.code) == ["unreadable-file"])
  }
}
