import PredicateChecking
import Testing

/// The number of predicates that a program composes, or that a page shows without code around them. `file-shapes.json` has their findings.
@Suite("Counts of composed predicates") struct ComposedTextTests {
  @Test("A class chain without a predicate is checked and not counted")
  func chains() throws {
    let sample = try FileSample(
      "xcuitest", named: "a.kt",
      """
      val a = MobileBy.iOSClassChain("**/XCUIElementTypeScrollView")
      val b = MobileBy.iOSClassChain("**/XCUIElementTypeScrolView")
      val c = MobileBy.iOSClassChain("**/XCUIElementTypeCell[`label == 'A'`]")
      """)
    #expect(sample.result.predicateCount == 1)
    #expect(sample.finds == [.found("value-unknown", "XCUIElementTypeScrolView")])
  }

  @Test("A file that is not searched is not counted as checked")
  func unsearched() throws {
    let check = try CheckoutCheck()
    #expect(!check.result(of: [0x89, 0x50, 0x4E, 0x47, 0, 1], named: "a.png").hasPlaces)
    #expect(check.result(of: Array("{}".utf8), named: "a.json").hasPlaces)
  }

  @Test(
    "A variable whose value another function changes has no known text",
    arguments: ["p = 'label == 1'.upper()", "p = 'label == {}'.format(x).strip()", "p = 'label == %s' * 2"])
  func changed(assignment: String) throws {
    let sample = try FileSample(
      "xcuitest", named: "a.py", "\(assignment)\nd.find_element(AppiumBy.IOS_PREDICATE, p)\n")
    #expect(sample.result.predicateCount == 0)
  }
}
