import Foundation
import PredicateChecking
import Testing

/// Predicates in property lists, JSON, YAML and XML are found at the profile's places, with correct positions.
@Suite("Predicates in documents") struct DocumentTests {
  @Test("A property list in XML: entities, CDATA, comments, nested conditional items")
  func xmlPropertyList() throws {
    let sample = try FileSample(
      "munki", named: "manifests/lab",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <!-- <string>not == here</string> -->
        <key>conditional_items</key>
        <array>
          <dict>
            <key>condition</key>
            <string>os_vers_major &gt; 12 &amp;&amp; machine_type == laptop</string>
            <key>conditional_items</key>
            <array>
              <dict>
                <key>condition</key>
                <string><![CDATA[os_vers < "10.9" AND arch == "arm46"]]></string>
                <key>managed_installs</key>
                <array><string>Example</string></array>
              </dict>
            </array>
          </dict>
        </array>
        <key>catalogs</key>
        <array/>
      </dict>
      </plist>
      """)
    #expect(sample.result.predicateCount == 2)
    #expect(
      sample.finds == [
        .found("unquoted-word", "laptop"), .found("version-order", "\"10.9\""), .found("value-unknown", "\"arm46\""),
      ])
    #expect(
      sample.result.findings.map(\.path) == [
        "conditional_items[0].condition", "conditional_items[0].conditional_items[0].condition",
        "conditional_items[0].conditional_items[0].condition",
      ])
  }

  @Test("An escape has the place of everything that writes it")
  func entityPlace() throws {
    let sample = try FileSample(
      "munki", named: "pkgsinfo/example.plist",
      "<plist><dict><key>installable_condition</key><string>os_vers &gt;&gt; 12 foo</string></dict></plist>")
    #expect(sample.finds.first?.at.contains("&gt;") == true || sample.finds.first?.at == "foo")
  }

  @Test("An empty predicate has the place where its text would be")
  func emptyPlace() throws {
    let json = try FileSample("munki", named: "a.json", "{\n  \"installable_condition\": \"\"}")
    #expect(json.result.findings.map { [$0.line, $0.column] } == [[2, 29]])
    let list = try FileSample(
      "munki", named: "a.plist", "<plist><dict>\n<key>installable_condition</key>\n<string> </string></dict></plist>")
    #expect(list.result.findings.map(\.line) == [3])
  }

  @Test("XML: the text of an element, in a file without a declaration, too")
  func xmlElement() throws {
    let sample = try FileSample(
      "oslog", named: "ossec.conf",
      "<ossec_config>\n<localfile><query type=\"log\">subsytem == \"a\" &amp;&amp;\n process == \"b\"</query></localfile>\n"
        + "</ossec_config>\n<ossec_config></ossec_config>\n", at: ["localfile/query"])
    #expect(sample.finds == [.found("unknown-key", "subsytem")])
    #expect(sample.result.predicateCount == 1)
  }

  @Test("A binary property list: places in the predicate, and the path")
  func binaryPropertyList() throws {
    let content: [String: Any] = ["conditional_items": [["condition": "machine_type == laptop", "é": "ü"]]]
    let data = try PropertyListSerialization.data(fromPropertyList: content, format: .binary, options: 0)
    let findings = FileCheck(try .named("munki")).result(of: Array(data), named: "lab").findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.code == "unquoted-word")
    #expect(finding.path == "conditional_items[0].condition")
    #expect(finding.column == 17)
    #expect(finding.endColumn == 23)
  }

  @Test("A binary property list with a text of two bytes per character")
  func binaryWideText() throws {
    let content: [String: Any] = [
      "installable_condition": "product_name == \"Ü\" AND 🙂 == 1 AND machine_type == laptop"
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: content, format: .binary, options: 0)
    let result = FileCheck(try .named("munki")).result(of: Array(data), named: "example")
    #expect(result.predicateCount == 1)
    #expect(!result.findings.isEmpty)
  }

  @Test("JSON: a declaration")
  func json() throws {
    let sample = try FileSample(
      "ddm", named: "activation.json",
      #"""
      {
        "Type": "com.apple.activation.simple",
        "Identifier": "é",
        "Payload": {
          "StandardConfigurations": ["a"],
          "Predicate": "\u0040status(device.model.familiy) == \"iPad\" AND @invalid == 'x'"
        }
      }
      """#)
    #expect(
      sample.finds == [
        .found("unknown-key", #"\u0040status(device.model.familiy)"#), .found("refused-unknown-term", "@invalid"),
      ])
  }

  @Test("JSON: another type of declaration has no predicate")
  func jsonCondition() throws {
    let sample = try FileSample(
      "ddm", named: "configuration.json", #"{"Type": "other", "Payload": {"Predicate": "@invalid == 1"}}"#)
    #expect(sample.result.predicateCount == 0)
  }

  @Test("YAML: every style of text")
  func yaml() throws {
    let sample = try FileSample(
      "jamf-protect", named: "detection.yaml",
      #"""
      # detections
      ---
      - name: literal   # a comment
        filter: |
          $event.type == 1 AND
          $evnt.path == "x"
      - name: folded
        filter: >-
          $event.type == 1
          AND $event.proces.args == "x"
      - {name: flow, filter: '$event.path == ''x'' AND $evt.path == 1'}
      -
        filter: "$event.path MATCHES \"/Users/[^/]+/\\.hidden\""
      - filter: $event.type == 1
          AND $event.process.args == "x"
        tags: [a, "b"]
      """#)
    #expect(sample.result.predicateCount == 5)
    #expect(
      sample.finds == [
        .found("unknown-variable", "$evnt"), .found("unknown-key", "proces"), .found("unknown-variable", "$evt"),
        .found("escape-swallowed", #"\\."#),
        .found("list-compared", "$event.process.args"),
      ])
  }

  @Test("YAML: an anchor and its aliases are one predicate")
  func yamlAlias() throws {
    let sample = try FileSample(
      "jamf-protect", named: "a.yml",
      """
      - filter: &same $tags == "x"
      - filter: *same
      - name: plain
        <<: &base
          filter: $event.type == "1"
      """)
    #expect(sample.finds == [.found("list-compared", "$tags")])
  }

  @Test("YAML and property lists of AutoPkg: only arguments of StopProcessingIf")
  func autopkg() throws {
    let sample = try FileSample(
      "autopkg", named: "Example.download.recipe.yaml",
      """
      Process:
      - Processor: URLDownloader
        Arguments:
          predicate: not a predicate
      - Processor: StopProcessingIf
        Arguments:
          predicate: "bundleid == %bundleid%"
      """)
    #expect(sample.finds == [.found("refused-unquoted-name", "%bundleid%")])
  }

  @Test("XML: fetch requests of a Core Data model")
  func xml() throws {
    let sample = try FileSample(
      "coredata", named: "Model.xcdatamodel/contents",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Task"><attribute name="done"/></entity>
        <fetchRequest name="open" entity="Task" predicateString="ALL steps.done == YES &amp;&amp; title == &quot;a&quot;"/>
      </model>
      """)
    #expect(sample.finds == [.found("refused-all", "ALL steps.done == YES")])
    #expect(sample.result.findings.first?.path == "model/fetchRequest@predicateString")
  }

  @Test("Places other than those of the profile")
  func otherPlaces() throws {
    let text = #"{"rules": [{"when": "machine_type == laptop"}, {"when": "arch == \"arm64\""}]}"#
    let sample = try FileSample("munki", named: "rules.json", text, at: ["rules[].when"])
    #expect(sample.result.predicateCount == 2)
    #expect(sample.finds == [.found("unquoted-word", "laptop")])
    #expect(try FileSample("munki", named: "rules.json", text, at: ["**.when"]).finds == sample.finds)
  }

  @Test("A kind of file without places in the profile is reported as such")
  func noPlaces() throws {
    #expect(try !FileSample("cloudkit", named: "a.json", "{}").result.hasPlaces)
    #expect(try FileSample("munki", named: "a.json", "{}").result.hasPlaces)
  }

  @Test(
    "A broken file is a finding at its place",
    arguments: [
      ("a.json", #"{"a": 1,}"#, 1, 9), ("a.json", "{\"a\": \"x\n\"}", 1, 9), ("a.json", #"{"a": "\q"}"#, 1, 8),
      ("a.plist", "<plist><dict>\n<string>a</string></dict></plist>", 2, 1), ("a.plist", "<plist>&foo;</plist>", 1, 8),
      ("a.yaml", "a:\n\tb: 1", 2, 1), ("a.yaml", "a: \"x", 1, 4), ("a.yaml", "a: *nobody", 1, 4),
      ("a.yaml", #"a: "\d""#, 1, 5),
    ])
  func broken(name: String, text: String, line: Int, column: Int) throws {
    let finding = try #require(try FileSample("munki", named: name, text).result.findings.first)
    #expect(finding.code == "unreadable-file")
    #expect(finding.line == line)
    #expect(finding.column == column)
  }
}
