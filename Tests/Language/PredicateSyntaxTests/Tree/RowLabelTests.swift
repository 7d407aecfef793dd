import PredicateSyntax
import Testing

/// Rows as statements and predicates write them.
@Suite("Labels of rows")
struct RowLabelTests {
  /// The name of an entity is in quotes if the grammar would read it as another token.
  @Test(arguments: [
    ("Friend", "Friend[3]"), ("Größe", "Größe[3]"), ("And", #""And"[3]"#), ("Order Details", #""Order Details"[3]"#),
    ("2nd", #""2nd"[3]"#), (#"a"b"#, #""a\"b"[3]"#), ("", #"""[3]"#),
  ])
  func namesAreQuoted(entity: String, label: String) {
    #expect(ObjectReference(entity: entity, key: 3).label == label)
    #expect(ObjectReference.labelStart(entity) + "3]" == label)
  }

  @Test func aKeyMayHaveSeveralValues() {
    #expect(ObjectReference.label("OrderLine", ["10248", "11"]) == "OrderLine[10248, 11]")
    #expect(ObjectReference.label("In", [#""O'Hara""#]) == #""In"["O'Hara"]"#)
  }
}
