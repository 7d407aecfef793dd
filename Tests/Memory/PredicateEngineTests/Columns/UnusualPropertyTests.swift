import Foundation
import PredicateBinding
import PredicateEngine
import PredicateMemory
import PredicateReference
import PredicateValues
import Testing

/// Properties whose bytes in memory do not have the usual meaning are read correctly.
@Suite struct UnusualPropertyTests {
  private struct Patch: Sendable {
    var name: String
    var tags: [Int]??
  }

  private final class Node: QueryableProperties, Sendable {
    let id: Int
    let title: String
    static let queryProperties: [QueryProperty<Node>] = [
      QueryProperty("me", \.self), QueryProperty("id", \.id), QueryProperty("title", \.title),
    ]

    init(_ id: Int) {
      self.id = id
      title = "the title of node \(id)"
    }
  }

  @Test func optionalsOfOptionalArrays() throws {
    let patches = [
      Patch(name: "none", tags: nil), Patch(name: "nil", tags: .some(nil)), Patch(name: "one", tags: [1]),
    ]
    #expect(try patches.filter("ANY tags == 1").map(\.name) == ["one"])
    #expect(try patches.filter("1 IN tags").map(\.name) == ["one"])
    #expect(try patches.filter("tags[0] == 1").map(\.name) == ["one"])
    #expect(try patches.filter("tags.@count == 1").map(\.name) == ["one"])
    #expect(try patches.filter("tags == nil").map(\.name) == ["none", "nil"])
  }

  @Test func theReferenceItselfInATable() throws {
    let nodes = [Node(1), Node(2)]
    #expect(try nodes.filter("me.id == 2").map(\.id) == [2])
    #expect(try nodes.filter("me.me.title CONTAINS '1'").map(\.id) == [1])
  }

  private struct Measures: Sendable {
    var width: CGFloat
    var half: Float16?
    var widths: [CGFloat]
    var small: [UInt16]
  }

  @Test func numbersOfOtherTypes() throws {
    let measures = [
      Measures(width: 2.5, half: 0.5, widths: [1, 2.5], small: [1]),
      Measures(width: .nan, half: nil, widths: [], small: [2]),
    ]
    for format in [
      "width == 2.5", "width > 1 AND width BETWEEN {2, 3}", "width IN {1, 2.5}", "half < 1", "ANY widths == 2.5",
      "widths.@sum.self == 3.5", "width + half == 3", "width != nil", "NOT width == nil", "abs:(width) == 2.5",
    ] {
      #expect(try measures.filterIndices(BoundQuery(QueryFormat(raw: format))) == [0], "\(format)")
    }
    #expect(try measures.filterIndices("width == nil") == [1])
    #expect(try ([1, 2.5] as [CGFloat]).filter("SELF > 2") == [2.5])
    if InPlaceReads.areOn { #expect(throws: PredicateIssue.self) { try measures.filter("width == 'x'") } }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let wide: [Int128] = [1, Int128(Int64.max) + 1]
      #expect(try wide.filter("SELF == 9223372036854775808") == [Int128(Int64.max) + 1])
    }
  }

  private struct Tree: Sendable {
    var number: Int
    var kids: [Tree]

    init(depth: Int) {
      var tree: [Tree] = []
      for number in 0..<depth { tree = [Tree(number, tree)] }
      self.init(depth, tree)
    }

    init(_ number: Int, _ kids: [Tree]) {
      self.number = number
      self.kids = kids
    }
  }

  /// Nested too deeply for a recursion with one call per level.
  @Test func structsWithinStructs() throws {
    let deep = Tree(depth: 3000)
    let twice = Tree(0, [deep, deep])
    let other = Tree(0, [deep, Tree(depth: 2999)])
    #expect(try [twice, other].filterIndices("kids[0] == kids[LAST]") == [0])
    #expect(try [twice, other].filterIndices("kids[0] != kids[LAST]") == [1])
    #expect(try [twice].count(where: "kids[0] IN kids") == 1)
    #expect(try [twice, other].filterIndices("SUBQUERY(kids, $k, $k == kids[LAST]).@count == 2") == [0])
  }
}
