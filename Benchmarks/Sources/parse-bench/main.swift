import PredicateSyntax

/// What reading a text costs at the least: every byte is looked at once, by itself.
@inline(never)
func byteScan(_ text: String) -> Int {
  var text = text
  return text.withUTF8 { bytes in
    var words = 0
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: " "), previous != byte { words += 1 }
      previous = byte
    }
    return words
  }
}

let limits = PredicateLimits(nodes: PredicateLimits.maximumNodes)

func measure(_ name: String, _ format: String) throws -> [String] {
  let predicate = try PredicateParser.predicate(format, limits: limits).get()
  let parse = nanoseconds { keep(PredicateParser.predicate(format, limits: limits)) }
  let scan = nanoseconds { keep(byteScan(format)) }
  let print = nanoseconds { keep(predicate.canonicalFormat) }
  let bytes = format.utf8.count
  return [
    name, "\(bytes)", fixed(parse), fixed(scan, digits: 1), fixed(parse / scan, digits: 1),
    fixed(parse / Double(bytes), digits: 2), fixed(print),
  ]
}

let widths = [18, 7, 10, 10, 8, 8, 10]
print(row(["", "bytes", "parse ns", "scan ns", "ratio", "ns/byte", "print ns"], widths: widths))
for query in Queries.all { print(row(try measure(query.name, query.format), widths: widths)) }
for kilobytes in [1, 10, 90] {
  print(row(try measure("OR chain \(kilobytes) KB", Queries.chain(bytes: kilobytes * 1_000)), widths: widths))
}
