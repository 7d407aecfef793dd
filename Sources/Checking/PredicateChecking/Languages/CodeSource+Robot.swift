/// The arguments of Robot Framework, which have no quotation marks.
extension CodeSource {
  /// Reads the arguments of Robot Framework. Two spaces, a tab or the end of the line ends an argument.
  mutating func readPlainArguments() {
    for line in bytes.split(separator: 0x0A) {
      var start = line.startIndex
      while start < line.endIndex {
        if line[start] == 0x20 || line[start] == 0x09 {
          start += 1
          continue
        }
        let end = line[start...].indices.first { index in
          line[index] == 0x09 || line[index] == 0x0D || line[index...].starts(with: "  ".utf8)
        }
        let part = line[start..<(end ?? line.endIndex)]
        if part.first == UInt8(ascii: "#") { break }
        let isPrefix: ([UInt8]) -> Bool = { $0.last == UInt8(ascii: "=") || $0.last == UInt8(ascii: ":") }
        if let place = places.first(where: { isPrefix($0) && part.starts(with: $0) }), part.count > place.count {
          found.append(argument(part.dropFirst(place.count)))
        }
        start = end.map { $0 + 1 } ?? line.endIndex
      }
    }
  }

  private func argument(_ part: ArraySlice<UInt8>) -> FoundPredicate {
    var literal = SourceLiteral()
    var plain = part.startIndex
    var index = part.startIndex
    while index < part.endIndex {
      guard part[index...].starts(with: "${".utf8), let close = part[index...].firstIndex(of: UInt8(ascii: "}")) else {
        index += 1
        continue
      }
      literal.text.append(part[plain..<index])
      literal.append(interpolation: index..<close + 1)
      index = close + 1
      plain = index
    }
    literal.text.append(part[plain..<part.endIndex])
    return predicate(literal)
  }
}
