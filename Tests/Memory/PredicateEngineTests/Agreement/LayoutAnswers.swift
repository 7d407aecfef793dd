import Testing

/// A condition on rows of any memory layout, and the rows of ``LayoutAnswersTests`` that match it.
struct LayoutAnswer: CustomTestStringConvertible {
  let format: String
  /// One bit per row. The first row has the lowest bit.
  let matches: UInt64

  init(_ format: String, _ matches: UInt64) {
    self.format = format
    self.matches = matches
  }

  var testDescription: String { format }
}

/// The conditions with their expected matches. The engine and the reference gave these matches for all layouts.
enum LayoutAnswers {
  static let all = [
    LayoutAnswer("i > 2", 0x45e2bcffdb),
    LayoutAnswer("i == 64 OR i < 0", 0x3a08610164),
    LayoutAnswer("i IN {0, 7, 1990}", 0x8001002418),
    LayoutAnswer("i BETWEEN {0, 100}", 0x81153681d2),
    LayoutAnswer("i + 1 > 3", 0x45e2bcffdb),
    LayoutAnswer("i * 2 > od", 0x452467cfc8),
    LayoutAnswer("modulus:by:(i, 2) == 1", 0x40049c9293),
    LayoutAnswer("u16 == nil", 0x1c2542380a),
    LayoutAnswer("u16 > 100", 0x4248850424),
    LayoutAnswer("b == YES", 0x6f55681070),
    LayoutAnswer("b == YES AND u16 < 300", 0x6110280070),
    LayoutAnswer("od >= 1", 0x30298ac350),
    LayoutAnswer("od == nil", 0x8ad2103003),
    LayoutAnswer("od < i", 0x452465cfc8),
    LayoutAnswer("od IN {0.5, 1, 7.5}", 0x102c0000c4),
    LayoutAnswer("s == 'a'", 0x8000),
    LayoutAnswer("s BEGINSWITH[c] 's'", 0x4428804d04),
    LayoutAnswer("s CONTAINS[cd] 'cafe'", 0x2890280810),
    LayoutAnswer("s LIKE[c] '?a*'", 0x2890280010),
    LayoutAnswer("s MATCHES '.*s.*'", 0x452d922c0c),
    LayoutAnswer("s < os", 0xec452363c8),
    LayoutAnswer("s == os", 0x80000000),
    LayoutAnswer("s IN {'a', 'ab', 'Star wars'}", 0x4200808440),
    LayoutAnswer("os == nil", 0x3185c8c07),
    LayoutAnswer("os ENDSWITH 's'", 0x1000020010),
    LayoutAnswer("os != 'a'", 0xffffffffff),
    LayoutAnswer("length(s) > 3", 0x79d7ba3c3a),
    LayoutAnswer("uppercase(s) BEGINSWITH 'S'", 0x4428804d04),
    LayoutAnswer("tags.@count > 1", 0xa0a44eab5c),
    LayoutAnswer("ANY tags == 'a'", 0x81004),
    LayoutAnswer("ALL tags BEGINSWITH[c] 's'", 0x5613b144e3),
    LayoutAnswer("NONE tags CONTAINS 'a'", 0x5773f106a3),
    LayoutAnswer("s IN tags", 0x80000000),
    LayoutAnswer("tags[0] > 'a'", 0x91e846c1c8),
    LayoutAnswer("SUBQUERY(tags, $t, $t != s).@count > 1", 0xa0a44eab5c),
    LayoutAnswer("opart == nil", 0x806a109950),
    LayoutAnswer("opart.label < s", 0x10000d00af),
    LayoutAnswer("opart.size > 10", 0x4204470080),
    LayoutAnswer("opart.size == u16", 0x2020001802),
    LayoutAnswer("opart.marks.@count > 1", 0x5b8060260c),
    LayoutAnswer("ANY opart.marks == 2", 0x1284402000),
    LayoutAnswer("i IN opart.marks", 0x1000000),
    LayoutAnswer("ANY parts.size > i", 0xba05531124),
    LayoutAnswer("ANY parts.size < u16", 0x2820582a4),
    LayoutAnswer("ANY parts.size > opart.size", 0x3b81482228),
    LayoutAnswer("ANY parts.size < i * 2", 0x7a30eea88),
    LayoutAnswer("ANY parts.size > i + 1", 0xba05511124),
    LayoutAnswer("ALL parts.size >= opart.size", 0x3058e8005b),
    LayoutAnswer("ALL parts.label != s", 0xffffffffff),
    LayoutAnswer("NONE parts.label == s", 0xffffffffff),
    LayoutAnswer("ANY parts.label IN tags", 0x4002010),
    LayoutAnswer("i IN parts.size", 0x40020),
    LayoutAnswer("opart.size IN parts.size", 0x2020),
    LayoutAnswer("parts.@count == 2", 0x584510584),
    LayoutAnswer("parts.@sum.size > 10", 0x1ba259112c),
    LayoutAnswer("parts.@max.size > 100", 0x1a22581120),
    LayoutAnswer("parts.@min.size < od", 0x40108c280),
    LayoutAnswer("parts.@avg.size > 0", 0xbba75f532c),
    LayoutAnswer("SUBQUERY(parts, $p, $p.size > 0 AND $p.label != s).@count > 0", 0xbba75f532c),
    LayoutAnswer("SUBQUERY(parts, $p, $p.size > opart.size AND $p.size != u16).@count > 0", 0x3b01482228),
    LayoutAnswer("SUBQUERY(parts, $p, $p.size + i > od).@count > 0", 0x252447cbac),
    LayoutAnswer("SUBQUERY(parts, $p, ANY $p.marks > 1).@count > 0", 0xefa659cfac),
    LayoutAnswer("SUBQUERY(parts, $p, SUBQUERY($p.marks, $m, $m > i AND $m < u16).@count > 0).@count > 0", 0x200010024),
    LayoutAnswer("SUBQUERY(parts, $p, $p.size == nil AND i > 0).@count > 0", 0x456402c610),
    LayoutAnswer("oparts == nil", 0x30c027a5),
    LayoutAnswer("ANY oparts.size > 0", 0xf3c0114840),
    LayoutAnswer("ANY oparts.size > opart.size", 0x3180000000),
    LayoutAnswer("oparts.@count > 0", 0xffca155850),
    LayoutAnswer("onode == nil", 0xc22f040),
    LayoutAnswer("onode.name == nil", 0x209ca2f540),
    LayoutAnswer("onode.number > 0", 0xff521d07be),
    LayoutAnswer("onode.next.number > 0", 0x5fb398029b),
    LayoutAnswer("onode.next.number > i", 0x1f11400290),
    LayoutAnswer("onode.name < s", 0x8062000825),
    LayoutAnswer("ANY onode.parts.size > onode.number", 0x10400800),
    LayoutAnswer("ANY onode.next.parts.size < i", 0x4432080a91),
    LayoutAnswer("onode.parts.@sum.size > 0", 0x5b1050080a),
    LayoutAnswer("TERNARY(b == YES, i, od) > 1", 0x5550aad350),
    LayoutAnswer("TERNARY(os == nil, s, os) BEGINSWITH 'a'", 0x4202008180),
    LayoutAnswer("NOT (i > 2 OR s == 'a') AND od != nil", 0x300d430024),
  ]
}
