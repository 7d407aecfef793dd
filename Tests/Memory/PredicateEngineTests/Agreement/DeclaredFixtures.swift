import Foundation
import OpenPredicate

/// The values of a ``RandomPart``, with a table.
struct DeclaredPart: QueryableProperties {
  let part: RandomPart

  static let queryProperties: [QueryProperty<DeclaredPart>] = [
    QueryProperty("label", \.part.label), QueryProperty("size", \.part.size), QueryProperty("marks", \.part.marks),
  ]
}

/// The values of a ``RandomNode``, with a table.
final class DeclaredNode: QueryableProperties {
  let node: RandomNode

  init(_ node: RandomNode) { self.node = node }

  static let queryProperties: [QueryProperty<DeclaredNode>] = [
    QueryProperty("name", \.node.name), QueryProperty("number", \.node.number),
    QueryProperty("next") { $0.node.next.map(DeclaredNode.init) },
    QueryProperty("parts") { $0.node.parts.map(DeclaredPart.init) },
  ]
}

/// The values of a ``RandomRow``, with a table: read by public ways if in-place reads are off.
struct DeclaredRow: QueryableProperties {
  let row: RandomRow
  let part: DeclaredPart
  let opart: DeclaredPart?
  let node: DeclaredNode
  let onode: DeclaredNode?
  let parts: [DeclaredPart]
  let oparts: [DeclaredPart]?
  let nodes: [DeclaredNode]

  init(_ row: RandomRow) {
    self.row = row
    part = DeclaredPart(part: row.part)
    opart = row.opart.map(DeclaredPart.init)
    node = DeclaredNode(row.node)
    onode = row.onode.map(DeclaredNode.init)
    parts = row.parts.map(DeclaredPart.init)
    oparts = row.oparts.map { $0.map(DeclaredPart.init) }
    nodes = row.nodes.map(DeclaredNode.init)
  }

  static let queryProperties: [QueryProperty<DeclaredRow>] = [
    QueryProperty("i", \.row.i), QueryProperty("i8", \.row.i8), QueryProperty("u16", \.row.u16),
    QueryProperty("u64", \.row.u64), QueryProperty("f", \.row.f), QueryProperty("d", \.row.d),
    QueryProperty("od", \.row.od), QueryProperty("oi", \.row.oi), QueryProperty("b", \.row.b),
    QueryProperty("ob", \.row.ob), QueryProperty("s", \.row.s), QueryProperty("os", \.row.os),
    QueryProperty("date", \.row.date), QueryProperty("odate", \.row.odate), QueryProperty("kind", \.row.kind),
    QueryProperty("okind", \.row.okind), QueryProperty("level", \.row.level), QueryProperty("tags", \.row.tags),
    QueryProperty("otags", \.row.otags), QueryProperty("numbers", \.row.numbers),
    QueryProperty("onumbers", \.row.onumbers), QueryProperty("set", \.row.set), QueryProperty("extra", \.row.extra),
    QueryProperty("part", \.part), QueryProperty("opart", \.opart), QueryProperty("node", \.node),
    QueryProperty("onode", \.onode), QueryProperty("parts", \.parts), QueryProperty("oparts", \.oparts),
    QueryProperty("nodes", \.nodes),
  ]
}
