import Foundation
import OpenPredicate
import Testing

/// Foundation's objects in dictionaries are read as the Swift values that they contain.
@Suite struct FoundationObjectsTests {
  private static let text = #"""
    [{"a": 1, "b": true, "c": 1.5, "d": null, "e": [1, 2], "f": "x", "g": {"h": 2, "k": false}, "i": 9223372036854775808, "k": 1.0}]
    """#

  @Test(arguments: [
    ("a == 1", true), ("a > 0 AND a < 2", true), ("a != 1", false), ("b == YES", true), ("b == NO", false),
    ("c == 1.5", true), ("d == nil", true), ("ANY e == 2", true), ("e.@sum.SELF == 3", true), ("f == 'x'", true),
    ("f BEGINSWITH 'y'", false), ("g.h == 2", true), ("g.k == NO", true), ("i == 9223372036854775808", true),
    ("k / 2 == 0.5", true), ("a / 2 == 0", true), ("a IN {1, 2}", true), ("missing == nil", true),
  ])
  func decodedJSON(format: String, isTrue: Bool) throws {
    let found = try JSONSerialization.jsonObject(with: Data(Self.text.utf8))
    let objects = try #require(found as? [[String: Any]])
    #expect(try objects.count(where: QueryPredicate(format: QueryFormat(raw: format))) == (isTrue ? 1 : 0))
    #expect(try (objects as [Any]).count(where: QueryPredicate(format: QueryFormat(raw: format))) == (isTrue ? 1 : 0))
  }

  @Test(arguments: [
    ("number == 3", true), ("flag == YES", true), ("small == 3", true),
    ("decimal == CAST('1.1', 'NSDecimalNumber')", true),
    ("text == 'x'", true), ("text ENDSWITH 'x'", true), ("date > CAST(0, 'NSDate')", true), ("list.@count == 2", true),
    ("ANY list == 'b'", true), ("inner.name == 'n'", true), ("nothing == nil", true), ("1 IN set", true),
    ("address == CAST('https://a.b/c', 'NSURL')", true), ("id != nil", true), ("data != nil", true),
  ])
  func objects(format: String, isTrue: Bool) throws {
    let object: [String: Any] = [
      "number": NSNumber(value: 3), "flag": NSNumber(value: true), "small": NSNumber(value: Int8(3)),
      "decimal": NSDecimalNumber(string: "1.1"), "text": NSString(string: "x"),
      "date": NSDate(timeIntervalSinceReferenceDate: 5), "list": NSArray(array: ["a", "b"]),
      "inner": NSDictionary(dictionary: ["name": "n"]), "nothing": NSNull(), "set": NSSet(array: [1, 2]),
      "address": NSURL(string: "https://a.b/c") as Any, "id": NSUUID(), "data": NSData(data: Data([1])),
    ]
    #expect(try [object].count(where: QueryPredicate(format: QueryFormat(raw: format))) == (isTrue ? 1 : 0))
  }
}
