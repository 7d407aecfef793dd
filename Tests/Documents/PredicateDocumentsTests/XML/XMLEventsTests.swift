import PredicateDocuments
import PredicateSyntax
import Testing

/// XML documents are divided into the right parts with the right places, and invalid documents are refused.
@Suite struct XMLEventsTests {
  /// The parts as one text: `<a b=1>x</a>`.
  private static func parts(_ text: String, isFragment: Bool = false) throws -> String {
    var events = XMLEvents(Array(text.utf8), isFragment: isFragment)
    var shown = ""
    while let event = try events.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        shown += "<\(name)\(attributes.map { " \($0.name)=\($0.value.text)" }.joined())\(isEmpty ? "/" : "")>"
      case .end(let name): shown += "</\(name)>"
      case .text(let text): shown += text.text
      }
    }
    return shown
  }

  @Test(
    "Documents and their parts",
    arguments: [
      ("<a/>", "<a/>"), ("\u{FEFF}<?xml version='1.0'?>\n<!-- c -->\n<a b='1' c=\"x\">t</a>\n", "<a b=1 c=x>t</a>"),
      ("<a>1 &lt; 2 &amp;&#65;&#x42;</a>", "<a>1 < 2 &AB</a>"), ("<a><![CDATA[<b>&amp;]]></a>", "<a><b>&amp;</a>"),
      ("<!DOCTYPE a [<!ELEMENT a ANY><!ATTLIST a b CDATA #IMPLIED>]><a ></a >", "<a></a>"), ("<a><?b?></a>", "<a></a>"),
      // XML turns every line break into a line feed, and white space in the values of attributes into blanks.
      ("<a b='1\r\n2\t3'>x\r\ny\rz\n</a>", "<a b=1 2 3>x\ny\nz\n</a>"),
      ("<a><![CDATA[x\r\ny\rz]]></a>", "<a>x\ny\nz</a>"),
    ])
  func documents(text: String, parts: String) throws {
    #expect(try Self.parts(text) == parts)
  }

  @Test(
    "Documents that are not well-formed, with the byte",
    arguments: [
      ("", 0, "the document has no element"), ("<!-- a", 0, "the end of a comment is missing"),
      ("<a><b></a>", 6, "expected </b>, found </a>"), ("<a></a></b>", 7, "</b> ends no element"),
      ("<a><b>", 6, "the end of <b> is missing"),
      ("<a/><b/>", 4, "the document must not have a second root element, found <b>"),
      ("<a/>x", 4, "text is not allowed outside of the root element"),
      ("x<a/>", 0, "text is not allowed outside of the root element"),
      ("<a b='1' b='2'/>", 0, "<a> has the attribute b twice"), ("<a b=1/>", 5, "expected a value in quotes"),
      ("<a b/>", 4, "expected = after the name of an attribute"), ("<a", 0, "the closing > of a tag is missing"),
      ("<a>&b;</a>", 3, "in XML, & is written &amp;"),
      ("<a>&#1;</a>", 3, "in XML, & is written &amp;"),
      ("<a>1 < 2</a>", 6, "expected a name after <. In a text, write &lt; for <"),
      ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", 13, "entities that the file itself declares cannot be used"),
    ])
  func mistakes(text: String, offset: Int, message: String) throws {
    let issue = #expect(throws: DocumentIssue.self) { try Self.parts(text) }
    #expect(issue == DocumentIssue(message, at: offset))
  }

  @Test("A fragment has several elements, and text between them")
  func fragments() throws {
    #expect(try Self.parts("<a/> x <b>y</b>", isFragment: true) == "<a/> x <b>y</b>")
    #expect(throws: DocumentIssue.self) { try Self.parts("<a></b>", isFragment: true) }
  }

  @Test("Elements are limited in depth and in number")
  func limits() throws {
    let deep = String(repeating: "<a>", count: DocumentLimits.depth)
    let ends = String(repeating: "</a>", count: DocumentLimits.depth)
    #expect(try Self.parts(deep + ends) == deep + ends)
    let issue = #expect(throws: DocumentIssue.self) { try Self.parts(deep + "<a/>" + ends) }
    #expect(issue?.message == "elements must not be nested more than 100 levels deep" && issue?.offset == 300)
    var few = XMLEvents(Array("<a><b/><b/></a>".utf8), mostElements: 2)
    let many = #expect(throws: DocumentIssue.self) { while try few.next() != nil {} }
    #expect(many?.message == "there are more than 2 elements")
  }

  @Test("A text has the place of each byte, those of references and line ends included")
  func places() throws {
    var events = XMLEvents(Array("<a>x &lt;\r\ny</a>".utf8))
    _ = try events.next()
    guard case .text(let text)? = try events.next() else { throw DocumentIssue("expected a text", at: 0) }
    #expect(text.text == "x <\ny")
    #expect(text.place(of: 0..<1) == 3..<4 && text.place(of: 2..<3) == 5..<9)
    #expect(text.place(of: 3..<4) == 9..<11 && text.place(of: 4..<5) == 11..<12)
  }
}
